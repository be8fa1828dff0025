import type { SpamWords } from './spam-words.ts';

export const english: SpamWords = {
  language: 'en',
  phrases: [
    [
      3,
      `dear (lottery|lucky)? winner; you (have|ve)? [just] won [a|the|our] (prize|lottery|jackpot|# million);
      you are (a|the|our) [lucky|grand|#] winner; lottery winning notification; your email [address] (was|has been|won) (selected|drawn|picked) [at random|in the draw];
      next of kin; beneficiary of [the|this|an] (fund|funds|estate|sum|inheritance); transfer [of] [the|this] (fund|funds|sum) (into|to) your [bank] account;
      unclaimed (funds|money|inheritance|prize|winnings|assets|estate); [a] business proposal of mutual benefit; urgent business (proposal|proposition|relationship|assistance);
      late (husband|father|client) (left|deposited) [the sum of]; confidential (business|transaction) (proposal|proposition); barrister * from;
      no prescription [is] (needed|required|necessary); without [a|any] prescription; (buy|order|cheap|cheapest|generic) (viagra|cialis|levitra|xanax|valium|tramadol|ambien); viagra; cialis;
      (penis|male|breast|manhood) enlargement; enlarge your (penis|manhood); natural male enhancement; last longer in bed; erectile dysfunction;
      (100|one hundred)? (percent|%) (guaranteed|risk free|money back); guaranteed [income|returns|profit|profits|winner] # %; double your (money|income|investment|bitcoin|crypto);
      (hot|sexy|horny|naked|nude) (singles|girls|women|babes|teens|milf) [in your area|near you|waiting]; xxx (pics|videos|movies|action); live sex; adult (content|dating|webcams)`,
    ],
    [
      2.5,
      `dear (friend|beloved|valued customer|sir madam|beneficiary|email user|account holder); dear sir or madam; my dearest;
      click [here|below|the link] (to be|to get|and be) removed; (reply|email|write|send) [us] with remove [in the subject]; remove in the subject [line];
      this [message|email|mail]? is not (spam|a spam|unsolicited|junk); this is not a (scam|hoax|joke|chain letter); you (were|have been|are) (added|opted) in by;
      in compliance with [the] (can spam|anti spam|senate bill|s 1618); under bill (s|s 1618|# #); this email complies with;
      money back guarantee; full refund guarantee; guaranteed or your money back; no questions asked refund;
      make [$] # [$]? [dollars|a|per|every|each] (day|week|month|hour) [from home]; earn [$|up to] # [$]? (a|per|every|each) (day|week|month|hour); earn [extra|easy|fast|quick|big] (cash|money) [from home|online|today|now|fast];
      make money (fast|online|from home|while you sleep|now|easily); make easy money; (easy|fast|quick|free|instant) (cash|money); work from home and earn; be your own boss; financial freedom; get rich [quick]; become a millionaire; millionaire secrets;
      (get|be) out of debt; (eliminate|erase|consolidate|wipe out|clear) [your|all your|bad]? (debt|debts|credit card debt|bad credit); bad credit [is]? (ok|okay|no problem|accepted|welcome); no credit check; guaranteed (approval|loan|credit); instant (approval|loan|loans); pre approved (loan|credit card|for a loan);
      lose [up to] # (pounds|lbs|kilos|kg) (in|within) [just|only] # (days|weeks); lose weight (fast|now|without|while you sleep|overnight); burn (fat|belly fat) [fast|overnight|while you sleep]; miracle (cure|diet|pill|weight loss); (diet|weight loss|fat burning) (pill|pills|miracle);
      free (quote|quotes|gift card|iphone|ipad|money|cash|samples|trial) instant; claim your (prize|reward|winnings|free|cash|inheritance|bitcoin|refund) [now|today|immediately]; you (have|ve) been (selected|chosen) (to receive|for|as); congratulations you (have|ve)? [been] (won|selected|chosen);
      online (casino|pharmacy|gambling|poker); casino bonus; free spins; bet with; replica (watch|watches|rolex|handbags); rolex (replica|watches for); (mlm|multi level marketing); pyramid scheme; chain letter;
      your account (has been|was|is|will be) (suspended|locked|limited|blocked|disabled|terminated|deactivated|compromised); verify your (account|identity|password|bank|billing|information) (immediately|within # hours|now|to avoid); failure to (verify|comply|respond|update); (confirm|update|verify) your (bank|credit card|billing) (details|information|account) (immediately|now|within); your mailbox (is full|has exceeded|quota|storage)`,
    ],
    [
      1.5,
      `risk free; no risk; zero risk; absolutely free; completely free; totally free; 100 % free; free (access|membership|money|cash|consultation|preview|investment|leads|info|grant) [now]; free gift; free bonus; no (obligation|catch|strings attached|gimmick|gimmicks|hidden fees|hidden costs|hidden charges|purchase necessary|investment|experience|fees|cost to you|selling|inventory|middleman|age restrictions|medical exams); for free no;
      act (now|fast|immediately|today|quickly); do not (delay|wait|hesitate|miss out|delete); don t (delay|wait|hesitate|delete); order (now|today) (and|before|while); apply now [and|for|online]; call now; call free; call (toll free|today|immediately);
      once in [a] lifetime; one time (offer|mailing|only); (offer|deal|sale)? expires (today|tonight|soon|in # hours|midnight|at midnight); (last|final) (chance|warning|notice|call) (to|before|ends)?; while (supplies|stocks|stock) last; (limited|short) time only; (this|offer) won t last; urgent (response|reply|action|attention) [is]? [needed|required]; immediate (action|response|attention) [is] required; time is running out; hurry up; today only;
      incredible (deal|offer|price|prices|savings|results); amazing (results|stuff|offer); unbelievable (deal|offer|price|prices|results); (fantastic|unbeatable|best kept) (deal|offer|price|secret); (lowest|cheapest|rock bottom|unbeatable|insane|crazy) (price|prices|rates|insurance rates|rate); can t miss; you won t believe; this works; secret (they|doctors|banks) (don t|do not) want; doctors hate; (banks|doctors) don t want you to know;
      (cheap|discount) (meds|pills|drugs|software|insurance|viagra|medication|cigarettes); (prescription|online) drugs; pain relief without; reverse(s)? aging; hair loss [cure|treatment]; stop snoring; removes wrinkles; anti aging (miracle|secret|cream); human growth hormone;
      (extra|additional|passive|residual|second|potential|unlimited|six figure|monthly) (income|earnings|cash); income (from home|opportunity); (home|work at home|internet|business|money making|investment) (opportunity|based business); (join|become) (millions|thousands) (of|who); multiply your (money|income|investment); high (yield|return) investment; stock (alert|tip|pick); penny stock; (hidden|undervalued) (gem|stock); (bitcoin|crypto|forex|binary option) (profit|profits|trading|giveaway|investment|robot|millionaire|secret|signals);
      (lower|low|refinance|lowest) [your] (mortgage|interest) (rate|rates|payment|payments); mortgage rates [as]? low; save (big|thousands) (on|money)?; (eliminate|cut|slash|reduce) your (bills|payments|interest|mortgage); social security number; (credit|loan) (application|repair) (approved|now)?; cash (advance|bonus|prize|out|back now); (big|fast|quick) (bucks|profits); pure profit; thousands of dollars [a|per]?; million dollars;
      meet (singles|single|sexy|beautiful|russian) (women|girls|men|ladies)?; (russian|ukrainian|asian) (brides|women|ladies|girls); (see|watch) me (naked|live)`,
    ],
    [
      0.8,
      `act now; (buy|order|get|claim|grab) [it|yours|one] (now|today) (before|while|and); limited (time|quantity|quantities|supply) (offer|only|available)?; offer expires; special promotion [for you]; exclusive deal [just]? for you; as seen on (tv|oprah|cnn|national tv); satisfaction guaranteed; [fully]? guaranteed; 100 % satisfied; double your; (see|read) (this|below) (immediately|now|asap); important information regarding; (what|why) are you waiting for; what are you waiting for; for (instant|immediate) access; instant access; get (started|paid|it) (now|today) free; get paid; (now|today) (for|at) (just|only) [$|€|£] #; for (just|only) [$|€|£] # [$]?; (no|without) (credit card|cost|fee|fees) (needed|required)?; winner; winning; (lowest|best) price[s]? (ever|guaranteed|on); (save|discount) (up to|of) # % (today|now) only; # % off everything; (clearance|liquidation) everything must go; everything must go; (supplies|seats|spots|places) (are)? limited; only # (left|remaining|spots|seats); compare rates; (join|register|sign up) (now|free|today) (for free|and get|free); sign up free; sign up for free today; this is your (chance|last chance|opportunity); don t miss (this|out on this|it); new customers only; (direct|bulk) (email|marketing|mail) (leads|list|lists|campaign); (email|mailing) (lists|leads); (increase|boost) your (sales|traffic|income|libido|ranking); search engine (ranking|listing|submission|optimization) (service|services)?; (more|increase) (internet|web|website)? traffic; (opt|unsubscribe) out of (further|future); as a (valued|select) (customer|member) you; dig up dirt; (life|auto|car|health) insurance (quote|quotes|rates); (cancel|cancels) at any time [no]? [obligation]?`,
    ],
    [
      0.3,
      `click (here|below|now|this link); (buy|shop|order) (now|direct); order today; limited time; special (offer|promotion|deal); exclusive (offer|deal); (hurry|last minute); while stocks last; free (trial|sample|download|shipping today); bargain; (big|huge|massive|mega) (sale|savings|discount|discounts); (save|up to) # % off; (lowest|best) price[s]?; great offer; money [is]? back; gift card; act fast; (deal|offer) ends (soon|today|tonight); (final|last) (hours|chance|day|days); (don t|do not) miss`,
    ],
  ],
  disguised: `viagra cialis levitra xanax valium tramadol casino lottery winner prize free money cash loan loans credit debt bonus bitcoin crypto
    click porn sex sexy nude pills meds pharmacy rolex replica mortgage income profit discount cheap deal offer guaranteed guarantee miracle weight
    account password verify bank paypal amazon apple microsoft netflix urgent million dollars claim reward`,
  unsubscribe: `unsubscribe; opt out; opt-out; stop receiving; stop these emails; remove me; email preferences; mail preferences; communication preferences;
    subscription preferences; notification preferences; manage preferences; update preferences; manage subscription; manage your subscription; manage subscriptions;
    subscription settings; notification settings; email settings; leave this list; no longer want; no longer wish; cancel subscription; turn off these emails`,
  address: `street; st; avenue; ave; road; rd; boulevard; blvd; lane; drive; suite; floor; way; square; plaza; court; highway; parkway; place; house; building; box; po box; p o box; unit`,
  money: `dollar; dollars; euro; euros; pound; pounds; usd; eur; gbp; bucks`,
  millions: `million; millions; billion; billions; mio; mn`,
};
