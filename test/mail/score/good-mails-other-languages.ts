import { button, columns, footer, h, image, mail, p, rows } from './good-mail-parts.ts';

/** Mails in German, French, Spanish, Dutch, Italian and Portuguese. */
export const otherLanguages = [
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
