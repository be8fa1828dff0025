import { button, columns, divider, footer, h, image, mail, p, rows } from './good-mail-parts.ts';

/** Newsletters, sales, receipts and notices in English. */
export const english = [
  mail(
    'garden-letter',
    'marketing',
    'en',
    'What to plant in October',
    'Garlic, tulips and three bare-root trees.',
    [
      image('garden', 'Raised beds in autumn light'),
      h('What to plant in October', 1),
      p(
        'Hello {{ first_name }}, the soil is still warm and the rain has come back. That makes these weeks the best of the year for roots.',
        'Plant garlic now and you will pull up whole bulbs in July. Push each clove down to the depth of a finger, a hand apart, with the flat end below.',
      ),
      h('Tulips like it late', 2),
      p(
        'Wait for the first cold nights before you set tulips. It keeps them free of blight, and they flower all the same.',
      ),
      button('Read the October calendar', 'https://garden.example.com/october'),
      footer(
        'You get this letter once a month because you signed up on our website.',
        'Unsubscribe',
        'Orchard Press, 12 Mill Lane, Bristol BS1 4ST',
      ),
    ],
  ),
  mail(
    'shoe-sale',
    'marketing',
    'en',
    'Our autumn sale starts on Thursday',
    'Boots, trainers and children’s shoes.',
    [
      h('The autumn sale', 1),
      p(
        'From Thursday every pair of last season’s boots is a third cheaper, online and in our four shops. Sizes go quickly, so members can look a day early.',
      ),
      columns(
        [
          image('boots', 'Brown leather boots', 260),
          h('Walking boots', 3),
          p('Full-grain leather with a sole that can be replaced. Now $89.'),
        ],
        [
          image('trainers', 'Grey trainers', 260),
          h('Everyday trainers', 3),
          p('Light, washable and made in Portugal. Now $54.'),
        ],
      ),
      button('See the boots', 'https://shoes.example.com/sale'),
      p('Delivery is free over $50, and you have 30 days to send back what does not fit.'),
      footer(
        'You are on the list of our shop.',
        'Manage your preferences',
        'Fell & Sons, 480 Market Street, San Francisco, CA 94104',
      ),
    ],
  ),
  mail(
    'order-receipt',
    'transactional',
    'en',
    'Your order {{ order_number }}',
    'Thank you. We pack it today.',
    [
      h('Thank you for your order', 1),
      p('Hello {{ name }}, we have your order and will write again when it leaves our warehouse.'),
      rows(
        ['Item', 'Price'],
        ['Linen shirt, blue, M', '$48.00'],
        ['Canvas belt', '$19.50'],
        ['Wool socks, two pairs', '$22.00'],
        ['Shipping', '$4.95'],
        ['Total', '$94.45'],
      ),
      p('It goes to the address you gave us. If something is wrong with it, reply to this mail before noon.'),
      button('Look at your order', 'https://shop.example.com/orders/{{ order_number }}'),
    ],
  ),
  mail('new-password', 'transactional', 'en', 'Set a new password', 'The link works for one hour.', [
    h('Set a new password', 1),
    p(
      'Someone asked for a new password for the account that belongs to this address. If it was you, press the button. The link works for one hour and only once.',
    ),
    button('Choose a new password', '{{ reset_url }}'),
    p(
      'If it was not you, there is nothing to do: your password stays as it is. Questions? Write to <a href="mailto:help@example.com">help@example.com</a>.',
    ),
  ]),
  mail('parcel', 'transactional', 'en', 'Your parcel is on its way', 'It should be with you on Friday.', [
    h('Your parcel is on its way', 1),
    p(
      'We handed parcel {{ parcel }} to the carrier this morning. It should be with you on Friday between nine and noon.',
    ),
    button('Follow the parcel', 'https://track.example.com/{{ parcel }}'),
    p(
      'Nobody at home? The driver leaves it with a neighbour, or at the nearest shop, and puts a card in your letterbox.',
    ),
  ]),
  mail(
    'conference',
    'marketing',
    'en-GB',
    'The programme is out: 24 talks in two days',
    'Early tickets until the end of May.',
    [
      h('Two days, 24 talks', 1),
      p(
        'The programme of this year’s conference on databases is complete. We open with a talk on the first forty years of SQL and close with a panel on what comes after it.',
      ),
      p(
        '<ul><li>Storage engines, from trees to logs</li><li>How to test what you cannot reproduce</li><li>Queries over data that is encrypted</li></ul>',
      ),
      button('Read the programme', 'https://conf.example.org/programme'),
      divider,
      p('Early tickets cost £180 until the end of May, then £240. Students pay half.'),
      footer(
        'You came last year, so we thought you would like to know.',
        'No more mail from us',
        'The Data Society, 3 Russell Square, London WC1B 5BE. Unsubscribe at any time.',
      ),
    ],
  ),
  mail('survey', 'marketing', 'en', 'How was your stay, {{ first_name }}?', 'Four questions, two minutes.', [
    h('How was your stay?', 1),
    p(
      'You stayed with us last week. Would you answer four questions about it? It takes two minutes, and the people at the front desk read every answer.',
    ),
    button('Answer four questions', 'https://hotel.example.com/survey/{{ stay }}'),
    p('We hope to see you again in spring, when the terrace opens and the lake is warm enough to swim in.'),
    footer(
      'You get this because you were our guest.',
      'Stop these emails',
      'Lakeside Hotel, 7 Harbour Road, Geneva',
    ),
  ]),
  mail(
    'payment-failed',
    'transactional',
    'en',
    'We could not charge your card',
    'Please check it by 12 June.',
    [
      h('We could not charge your card', 1),
      p(
        'The payment of $24.00 for your plan did not go through on 1 June. Cards often expire without anyone noticing.',
      ),
      p(
        'Please look at your payment details by 12 June. We try again then; until that day everything goes on working.',
      ),
      button('Open the billing page', 'https://app.example.com/billing'),
    ],
  ),
];
