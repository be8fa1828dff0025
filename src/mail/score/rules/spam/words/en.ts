import type { SpamWords } from './spam-words.ts';

export const english: SpamWords = {
  phrases: [
    [
      3,
      `
      dear [lucky|lottery|grand] winner; you are [the|a|our] (lucky|grand|lottery) winner;
      (lottery|jackpot) [winning] (notification|winner|draw|prize);
      you (have|ve) [just] won [a|the|our] (prize|lottery|jackpot|sum|# million|grand prize|cash prize|free);
      your email [address] (was|has been) (selected|drawn|picked) [at random]; next of kin;
      beneficiary (of|to) [the|this|an] (fund|funds|estate|sum|inheritance);
      inheritance (fund|funds|claim|of);
      transfer [of] [the|this] (fund|funds|sum|money) [of #] (into|to) your [bank] account;
      unclaimed (funds|money|inheritance|prize|winnings|assets|estate|sum);
      (urgent|confidential) business (proposal|proposition|relationship|assistance|transaction);
      (mutual|mutually) (benefit|beneficial) (proposal|transaction|business); business of mutual benefit;
      my late (husband|father|client|wife) [left|deposited];
      (no|without) [a] prescription [is] (needed|required|necessary); without a prescription;
      no prescription;
      (buy|order|cheap|cheapest|generic|discount) (viagra|cialis|levitra|xanax|valium|tramadol|ambien|phentermine);
      viagra; cialis; (penis|manhood|breast) (enlargement|enhancement|enlarger);
      male (enlargement|enhancement); enlarge your (penis|manhood); last longer in bed;
      erectile dysfunction; (100|one hundred) [%|percent] (guaranteed|guarantee|risk free|money back);
      double your (money|income|investment|bitcoin|crypto) [in];
      (hot|sexy|horny|naked|nude) (singles|girls|women|babes|teens|milfs|pics);
      xxx (pics|videos|movies|action); live (sex|nude); adult (dating|webcams|webcam|entertainment)`,
    ],
    [
      2.5,
      `
      dear (friend|beloved|beneficiary|email user|account holder|webmail user|sir madam); dear sir or madam;
      (my|your) dearest one; click [here|below|this link|on the link] to (be|get) removed;
      to be removed [from] [this|our|future]; (reply|respond) with [the word] remove; remove in the subject;
      this [message|email|mail|e mail] is not (spam|a spam|unsolicited|junk mail|junk);
      this is not (spam|a scam|a hoax|a joke|a chain letter|junk); not spam;
      in compliance with [the] [federal|can] (spam|anti spam|law|legislation|regulations);
      (under|pursuant to) (bill|section) s [1618|#];
      complies with [the|all] [us|federal|can] spam [act|law|laws]; money back guarantee;
      full refund guarantee; guaranteed or your money back;
      (make|earn|win|receive) [up to|over] # [dollars|bucks|euros] (a|per|every|each) (day|week|month|hour);
      (earn|make) [extra|easy|fast|quick|big|serious|real] (cash|money) (fast|online|now|from home|today|while you sleep);
      (easy|fast|quick|instant) (cash|money|profit|profits); (work|working) from home and (earn|make);
      be your own boss; financial (freedom|independence); get rich [quick]; become a millionaire;
      millionaire (secret|secrets|maker); (get|be) out of debt;
      (eliminate|erase|consolidate|wipe out|cancel) [all] [your] (debt|debts|credit card debt|bad credit);
      bad credit (ok|okay|no problem|accepted|welcome|or no credit); no credit (check|checks);
      guaranteed (approval|loan|credit|acceptance|income|profit|profits|returns);
      instant (approval|loan|loans); you (have been|are|re) pre approved; pre approved (loan|credit|for);
      lose [up to] # (pounds|lbs|kilos|kg|pounds of fat) [in|within];
      lose weight (fast|now|without|while|overnight|quickly|effortlessly);
      burn (fat|belly fat) (fast|overnight|while); (miracle|secret) (cure|diet|pill|weight loss|formula);
      (diet|weight loss|fat burning|slimming) (pill|pills|miracle|patch);
      claim your [free] (prize|reward|winnings|cash|inheritance|bitcoin|million|money);
      you (have been|were|are|ve been) (specially|randomly|personally|exclusively) (selected|chosen);
      congratulations you (have|ve) [been] (won|selected|chosen); online (casino|pharmacy|gambling|poker);
      casino bonus; free spins; replica (watch|watches|rolex|handbags|bags);
      rolex (replica|replicas|watches); multi level marketing; mlm; pyramid scheme; chain letter;
      verify your (account|identity|password|billing|bank account|information) (immediately|within #|or|now|to avoid|to restore);
      failure to (verify|comply|respond|update) [will];
      (confirm|update|verify) your (bank|banking|credit card|billing|login) (details|information|data) (immediately|now|within|or|to avoid);
      your mailbox (is full|has exceeded|quota|storage is)`,
    ],
    [
      1.5,
      `
      your account (has been|was|will be) [temporarily|permanently] (suspended|limited|blocked|disabled|terminated|deactivated|restricted);
      unusual activity on your account; risk free; no risk; zero risk; (absolutely|completely|totally) free;
      100 % free; 100 free;
      free (access|membership|money|cash|consultation|preview|investment|leads|info|grant|grants|quote|quotes|iphone|ipad|bitcoin);
      free gift; free bonus;
      no (obligation|obligations|catch|strings attached|gimmick|gimmicks|hidden fees|hidden costs|hidden charges|purchase necessary|experience needed|experience required|cost to you|selling|inventory|middleman|age restrictions|medical exam|medical exams|questions asked|upfront fees);
      act (now|fast|immediately|today|quickly); (do not|don t) (delay|wait|hesitate);
      (order|apply) (now|today) (and|before|while|to); call (now|free|toll free|immediately|today);
      once in a lifetime; one time (offer|mailing|only|opportunity); (last|final) (notice|warning);
      (limited|short) time only; won t last; urgent (response|reply|action|attention);
      immediate (action|response|attention); time is running out; hurry up;
      (incredible|unbelievable|fantastic|unbeatable|insane|crazy|jaw dropping) (deal|deals|offer|offers|price|prices|savings|results|discount|discounts);
      amazing results; (cheapest|rock bottom|unbeatable) (price|prices|rates|rate); you won t believe;
      doctors hate; (don t|do not) want you to know; they don t want;
      (cheap|discount|canadian|online) (meds|pills|drugs|medication|medications|prescriptions|cigarettes|software);
      pain relief without; hair loss; stop snoring; (remove|removes|erase) wrinkles;
      anti aging (miracle|secret|formula); human growth hormone;
      (extra|additional|passive|residual|unlimited|six figure) (income|earnings|cash);
      (home|money making|work at home|investment|income|ground floor) opportunity; home based business;
      join (millions|thousands) (of|who); multiply your (money|income|investment);
      high (yield|return|returns) (investment|program); (stock|hot stock) (alert|tip|tips|pick);
      penny (stock|stocks); undervalued stock;
      (bitcoin|crypto|forex|binary options) (profit|profits|giveaway|investment|robot|millionaire|secret|signals);
      (lower|low|refinance|lowest) [your] (mortgage|interest) (rate|rates|payment|payments);
      (eliminate|cut|slash) your (bills|payments|interest|mortgage); social security number; credit repair;
      cash (advance|bonus|prize); (big|fast|quick|serious) bucks; pure profit; thousands of dollars;
      million dollars; # (million|billion) [us] (dollars|usd|euros|pounds);
      meet (singles|single women|sexy singles|beautiful women|local singles|russian women);
      (russian|ukrainian|asian) (brides|women|ladies|girls); (see|watch) me (naked|live)`,
    ],
    [
      0.8,
      `
      (buy|order|get|claim|grab) [it|yours|one] (now|today) before;
      limited (time|quantity|quantities) offer; offer expires (today|tonight|soon|in #|at midnight);
      as seen on (tv|oprah|cnn|national tv); satisfaction guaranteed;
      (results|success|savings|quality|delivery) guaranteed; guaranteed (results|success|savings|winner);
      important information regarding; what are you waiting for; (for|get) (instant|immediate) access;
      (get|getting) paid (to|for|today|daily); compare rates; everything must go; new customers only;
      sign up free; (email|mailing|bulk email) (leads|lists); bulk (email|emails|mail);
      (increase|boost|explode|skyrocket) your (sales|traffic|income|libido|ranking|rankings);
      search engine (ranking|listing|submission); more traffic; dig up dirt;
      (life|auto|car|health) insurance (quote|quotes|rates); this is your (last|only) chance;
      best (price|prices) (ever|guaranteed); lowest (price|prices|rates);
      dear (customer|member|user|client|valued customer|homeowner|consumer)`,
    ],
    [
      0.25,
      `
      click (here|below); (buy|order) now; limited time; special promotion; exclusive deal;
      don t miss [out]; do not miss; last chance; while (stocks|supplies|stock) last; bargain;
      (huge|massive|mega|big) (sale|savings|discount|discounts); great offer; free trial; gift card;
      (ends|expires) (today|tonight|soon|at midnight); final hours; today only`,
    ],
  ],
  disguised: `
      viagra cialis levitra xanax valium tramadol casino lottery winner prize free money cash loan loans
      credit debt bonus bitcoin click porn sexy nude pills meds pharmacy rolex replica mortgage income
      profit discount cheap guaranteed guarantee miracle account password verify bank paypal amazon apple
      microsoft netflix urgent million dollars claim reward`,
  unsubscribe: `
      unsubscribe; unsubscribing; opt out; opt-out; stop receiving;
      stop (these|all|this) (emails|email|mails|mail|newsletter); remove me;
      no more (emails|mail|mails|newsletters); (email|mail|communication|subscription|notification|newsletter|contact) (preferences|settings|options);
      (manage|update|change|edit|cancel|end) [your|my] (preferences|subscription|subscriptions|email preferences|notifications|emails);
      leave (this|the|our) (list|mailing list); no longer (want|wish) to;
      turn off (these|this) (emails|notifications)`,
  address: `
      street; st; avenue; ave; road; rd; boulevard; blvd; lane; ln; drive; suite; ste; floor; way; square;
      plaza; court; highway; parkway; box; unit; building; house; terrace; quay`,
  money: `dollar; dollars; euro; euros; pound; pounds; bucks`,
  millions: `million; millions; billion; billions; mio; mln`,
};
