import type { MailKind } from '../../../src/features/scoring/mail/mail.ts';
import { contentOf, type Loose } from '../../render/rendering.ts';
import type { Sample } from './defects/sample.ts';

type Text = string;

const p = (...lines: Text[]): Loose => ({
  type: 'paragraph',
  content: lines.map((line) => `<p>${line}</p>`).join(''),
});
const h = (content: Text, level = 2): Loose => ({ type: 'title', level, content });
const button = (text: Text, url: string): Loose => ({ type: 'button', text, url });
const image = (name: string, alt: Text, width: number | 'full' = 'full'): Loose => ({
  type: 'image',
  src: `https://images.example.com/${name}.jpg`,
  alt,
  width,
});
const rows = (...lines: [Text, Text][]): Loose => ({
  type: 'table',
  hasHeaderRow: false,
  rows: lines.map((cells) => ({ cells: cells.map((content) => ({ content })) })),
});
const columns = (...lists: Loose[][]): Loose => ({
  type: 'section',
  columns: String(lists.length),
  children: lists,
});
const divider: Loose = { type: 'divider' };

function footer(line: Text, leave: Text, address: Text): Loose {
  const link = `<a href="https://news.example.com/leave?id={{ id }}">${leave}</a>`;
  return { type: 'paragraph', content: `<p>${line} ${link}</p><p>${address}</p>` };
}

function mail(
  name: string,
  kind: MailKind,
  locale: string,
  subject: string,
  preheaderText: Text,
  blocks: Loose[],
): Sample {
  return { name, kind, subject, content: contentOf(blocks, { locale, preheaderText }) };
}

const english = [
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

const others = [
  mail('kochbrief', 'marketing', 'de', 'Drei Suppen für kalte Tage', 'Kürbis, Linsen und Rote Bete.', [
    image('suppe', 'Eine Schüssel Kürbissuppe'),
    h('Drei Suppen für kalte Tage', 1),
    p(
      'Guten Tag {{ vorname }}, wenn es draußen früh dunkel wird, steht bei uns wieder öfter ein großer Topf auf dem Herd. Heute zeigen wir drei Suppen, die in einer halben Stunde fertig sind.',
    ),
    h('Kürbis mit Ingwer', 2),
    p(
      'Den Hokkaido müssen Sie nicht schälen. Schneiden Sie ihn in Würfel und dünsten Sie ihn mit einer Zwiebel an, bis er weich ist.',
    ),
    button('Zu den Rezepten', 'https://kochen.example.de/suppen'),
    footer(
      'Sie erhalten diesen Brief, weil Sie ihn bestellt haben.',
      'Hier abmelden',
      'Kochbrief Verlag, Lindenstraße 14, 10969 Berlin',
    ),
  ]),
  mail(
    'bestellung',
    'transactional',
    'de',
    'Ihre Bestellung ist unterwegs',
    'Ankunft voraussichtlich am Freitag.',
    [
      h('Ihre Bestellung ist unterwegs', 1),
      p(
        'Guten Tag {{ name }}, wir haben Ihr Paket heute Morgen verschickt. Es kommt voraussichtlich am Freitag an.',
      ),
      rows(
        ['Artikel', 'Preis'],
        ['Teekanne', '39,00 €'],
        ['Zwei Becher', '24,00 €'],
        ['Versand', '4,90 €'],
        ['Summe', '67,90 €'],
      ),
      button('Sendung verfolgen', 'https://paket.example.de/{{ nummer }}'),
    ],
  ),
  mail('musee', 'marketing', 'fr', 'Les expositions de l’automne', 'Trois salles rouvrent en octobre.', [
    image('musee', 'La grande salle du musée'),
    h('Les expositions de l’automne', 1),
    p(
      'Bonjour {{ prenom }}, trois salles rouvrent en octobre après un an de travaux. Vous y verrez des dessins que le public n’a jamais vus.',
    ),
    p(
      'Le premier dimanche du mois, l’entrée est libre pour tous. Les autres jours, le billet coûte 12 €. Les visites du jeudi soir, avec un verre dans le jardin, reprennent aussi ; il vaut mieux réserver sa place quelques jours avant.',
    ),
    button('Voir le programme', 'https://musee.example.fr/automne'),
    footer(
      'Vous recevez cette lettre car vous êtes abonné.',
      'Se désabonner',
      'Musée des Arts, 8 rue des Carmes, 44000 Nantes',
    ),
  ]),
  mail('libreria', 'marketing', 'es', 'Novedades de noviembre', 'Cinco libros para las tardes largas.', [
    h('Novedades de noviembre', 1),
    p(
      'Hola {{ nombre }}, llegan las tardes largas y con ellas cinco libros que nos han gustado mucho. Los hemos leído todos antes de recomendarlos.',
    ),
    columns(
      [
        image('novela', 'Portada de una novela', 260),
        h('Una novela breve', 3),
        p('La historia de una casa contada por quienes vivieron en ella.'),
      ],
      [
        image('ensayo', 'Portada de un ensayo', 260),
        h('Un ensayo claro', 3),
        p('Por qué recordamos lo que recordamos, explicado sin prisa.'),
      ],
    ),
    button('Ver los cinco libros', 'https://libros.example.es/noviembre'),
    footer(
      'Recibes esta carta porque te apuntaste en la tienda.',
      'Darse de baja',
      'Librería Norte, Calle Mayor 21, 28013 Madrid',
    ),
  ]),
  mail('fietsen', 'marketing', 'nl', 'Uw fiets klaar voor de winter', 'Vijf dingen om na te kijken.', [
    image('fiets', 'Een fiets tegen een muur'),
    h('Uw fiets klaar voor de winter', 1),
    p(
      'Beste {{ naam }}, het strooizout komt eraan. Met deze vijf tips rijdt u ook in januari veilig naar uw werk.',
    ),
    p(
      'Maak de ketting schoon en droog, en smeer hem daarna licht in. Controleer ook uw lampen: ze moeten van ver te zien zijn. Tot slot de banden: met iets minder lucht hebt u meer grip op natte bladeren en op sneeuw. Geen tijd? Breng de fiets langs, dan doen wij het voor u.',
    ),
    button('Lees alle tips', 'https://fiets.example.nl/winter'),
    footer(
      'U ontvangt deze brief omdat u klant bij ons bent.',
      'Afmelden',
      'Fietsenmakerij De Brug, Oudegracht 112, 3511 AX Utrecht',
    ),
  ]),
  mail('concerti', 'marketing', 'it', 'La stagione dei concerti', 'Dodici serate da ottobre a maggio.', [
    h('La stagione dei concerti', 1),
    p(
      'Gentile {{ nome }}, la nuova stagione comincia il 4 ottobre con la Quarta di Brahms. Seguono undici serate, fino a maggio.',
    ),
    p(
      'Gli abbonati scelgono il posto dal primo settembre. I biglietti singoli costano da 18 € e sono in vendita dal 15.',
    ),
    button('Il programma completo', 'https://concerti.example.it/stagione'),
    footer(
      'Riceve questa lettera perché è nostro abbonato.',
      'Annulla iscrizione',
      'Società dei Concerti, Via Garibaldi 9, 20121 Milano',
    ),
  ]),
  mail('cafe', 'marketing', 'pt', 'O café deste mês vem do Cerrado', 'Notas de cacau e laranja.', [
    image('cafe', 'Grãos de café'),
    h('O café deste mês', 1),
    p(
      'Olá {{ nome }}, o café deste mês vem de uma fazenda pequena no Cerrado. Tem notas de cacau e de laranja, e fica muito bom no coador.',
    ),
    p(
      'Moemos e enviamos na mesma semana. Se preferir o grão inteiro, basta mudar na sua conta. No próximo mês viajamos para o sul de Minas, e contamos aqui como foi a colheita deste ano e quem são as famílias que cuidam dela.',
    ),
    button('Conhecer a fazenda', 'https://cafe.example.com.br/cerrado'),
    footer(
      'Você recebe esta carta porque assina o nosso clube.',
      'Cancelar inscrição',
      'Clube do Café, Rua das Flores 250, São Paulo',
    ),
  ]),
];

/** Mails with nothing wrong with them, of both kinds, in seven languages. Written for this project. */
export const goodMails: readonly Sample[] = [...english, ...others];
