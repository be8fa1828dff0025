import type { StarterName } from '../../../src/mail/starters/choose-starter.ts';

/** A prompt as people write it, and what has to become of it. */
interface WrittenPrompt {
  language: 'en' | 'de' | 'fr' | 'es' | 'it' | 'nl' | 'pt';
  starter: StarterName;
  prompt: string;
  /** Who sends the mail: in its header and footer. */
  company?: string;
  /** Who gets it: greeted, and never taken for the sender. */
  customer?: string;
  /** What has to stand somewhere in the subject, the mail, or its addresses. */
  facts?: string[];
  /** Rows of a table: what was bought, and what it cost. */
  items?: [name: string, amount: string][];
  /** Stands in the last row of the table. */
  total?: string;
  /** Who speaks, and on what, in one row. */
  speakers?: [name: string, talk: string][];
}

export const WRITTEN_PROMPTS: WrittenPrompt[] = [
  {
    language: 'en',
    starter: 'receipt',
    prompt:
      'Receipt for Maria Lopez from Bean There Coffee, order #4471, 2 x Ethiopia beans $36.00, 1 hand grinder $49.00, shipping $5.00, total $90.00, paid by Visa ending 4242',
    company: 'Bean There Coffee',
    customer: 'Maria Lopez',
    facts: ['4471', '4242'],
    items: [
      ['Ethiopia beans', '$36.00'],
      ['hand grinder', '$49.00'],
      ['shipping', '$5.00'],
    ],
    total: '$90.00',
  },
  {
    language: 'en',
    starter: 'receipt',
    prompt: `Order confirmation for our shop Fernhill Gardens. Customer: Tom Becker. Order number FH-20931, placed on 3 March 2027.
- Rose "Gertrude Jekyll": £18.50
- Compost 40 l: £7.20
- Delivery: £4.95`,
    company: 'Fernhill Gardens',
    customer: 'Tom Becker',
    facts: ['FH-20931', '3 March 2027'],
    items: [
      ['Gertrude Jekyll', '£18.50'],
      ['Compost 40 l', '£7.20'],
      ['Delivery', '£4.95'],
    ],
    total: '£30.65',
  },
  {
    language: 'en',
    starter: 'event',
    prompt:
      'Invite people to Design Day on 14 October 2027 in Lisbon, 9:30 am to 6 pm. Speakers: Ana Silva (Type systems), John Park (Accessible color) and Mei Tanaka (Motion with care). Tickets €120, sign up at https://designday.example/tickets',
    facts: [
      'Design Day',
      '14 October 2027',
      'Lisbon',
      '9:30 am',
      '6 pm',
      '€120',
      'https://designday.example/tickets',
    ],
    speakers: [
      ['Ana Silva', 'Type systems'],
      ['John Park', 'Accessible color'],
      ['Mei Tanaka', 'Motion with care'],
    ],
  },
  {
    language: 'en',
    starter: 'shipping',
    prompt:
      'Shipping notification from Nightjar Audio: order NJ-7781 for Priya Nair has left our warehouse with UPS, tracking 1Z999AA10123456784, arrives Thursday 6 May 2027. Track button to https://nightjar.example/track/NJ-7781',
    company: 'Nightjar Audio',
    customer: 'Priya Nair',
    facts: ['NJ-7781', 'UPS', '1Z999AA10123456784', '6 May 2027', 'https://nightjar.example/track/NJ-7781'],
  },
  {
    language: 'en',
    starter: 'promotion',
    prompt:
      "we're doing a black friday sale at Stoneware & Co, 30% off everything with code CLAY30 until nov 29, free shipping over $75",
    company: 'Stoneware & Co',
    facts: ['30%', 'CLAY30', 'nov 29', '$75'],
  },
  {
    language: 'en',
    starter: 'welcome',
    prompt:
      'Welcome email for new customers of Ledgerly. 14 day trial, no card needed. Three steps: connect your bank, import your invoices, invite your accountant. Button "Start my trial" https://ledgerly.example/start',
    company: 'Ledgerly',
    facts: [
      '14 day',
      'connect your bank',
      'import your invoices',
      'invite your accountant',
      'Start my trial',
      'https://ledgerly.example/start',
    ],
  },
  {
    language: 'en',
    starter: 'changelog',
    prompt:
      "What's new in Tidepool 4.2: dark mode, CSV export up to 50,000 rows, and a fix for the login loop on Safari 17. Released 2 June 2027.",
    company: 'Tidepool',
    facts: ['4.2', 'dark mode', 'CSV export up to 50,000 rows', 'Safari 17', '2 June 2027'],
  },
  {
    language: 'en',
    starter: 'newsletter',
    prompt:
      'March newsletter of Harbour Bakery: our new rye bread, opening hours over Easter (closed on 28 March), a recipe for hot cross buns, and meet our baker Tilly Marsh',
    company: 'Harbour Bakery',
    facts: ['rye bread', '28 March', 'hot cross buns', 'Tilly Marsh'],
  },
  {
    language: 'en',
    starter: 'reset',
    prompt: 'password reset for Acme Cloud, link valid for 45 minutes, support is at help@acmecloud.example',
    company: 'Acme Cloud',
    facts: ['45 minutes', 'help@acmecloud.example'],
  },
  {
    language: 'en',
    starter: 'survey',
    prompt:
      'Ask guests of Hotel Meridian how their stay was. 4 questions, takes 2 minutes, at https://meridian.example/s/42. Everyone who answers by 30 September 2027 gets €10 off the next stay.',
    company: 'Hotel Meridian',
    facts: ['4 questions', '2 minutes', 'https://meridian.example/s/42', '30 September 2027', '€10'],
  },
  {
    language: 'en',
    starter: 're-engagement',
    prompt:
      'We miss you email from Pageturner Books for readers who have not ordered in 6 months: 15% off with COMEBACK15, valid through 31 January 2028',
    company: 'Pageturner Books',
    facts: ['15%', 'COMEBACK15', '31 January 2028'],
  },
  {
    language: 'en',
    starter: 'announcement',
    prompt:
      'Announce that Kestrel Bikes opens a second store in Portland at 220 Alder Street on Saturday, April 17, 2027. First 50 visitors get a free bell.',
    company: 'Kestrel Bikes',
    facts: ['Portland', '220 Alder Street', 'April 17, 2027', '50 visitors'],
  },
  {
    language: 'de',
    starter: 'receipt',
    prompt:
      'Rechnung für Herrn Jonas Keller von der Buchhandlung Lindenblatt, Bestellnummer 2027-0815: Der Steppenwolf 12,00 €, Lesezeichen 3,50 €, Versand 2,90 €, Gesamt 18,40 €',
    company: 'Buchhandlung Lindenblatt',
    customer: 'Jonas Keller',
    facts: ['2027-0815'],
    items: [
      ['Der Steppenwolf', '12,00 €'],
      ['Lesezeichen', '3,50 €'],
      ['Versand', '2,90 €'],
    ],
    total: '18,40 €',
  },
  {
    language: 'de',
    starter: 'event',
    prompt:
      'Einladung zum Tag der offenen Tür der Imkerei Goldwabe am 5. Juni 2027 von 10 bis 17 Uhr, Waldweg 3 in Freiburg. Vorträge: Dr. Eva Brandt (Bienen im Winter), Karl Huber (Honig schleudern). Eintritt frei.',
    company: 'Imkerei Goldwabe',
    facts: ['5. Juni 2027', '10', '17 Uhr', 'Waldweg 3', 'Freiburg'],
    speakers: [
      ['Eva Brandt', 'Bienen im Winter'],
      ['Karl Huber', 'Honig schleudern'],
    ],
  },
  {
    language: 'de',
    starter: 'shipping',
    prompt:
      'Versandbestätigung an Lena Vogt: Ihr Paket von Kaffeewerk ist mit DHL unterwegs, Sendungsnummer 00340434161094042557, Zustellung voraussichtlich am Dienstag, 9. März 2027',
    company: 'Kaffeewerk',
    customer: 'Lena Vogt',
    facts: ['DHL', '00340434161094042557', '9. März 2027'],
  },
  {
    language: 'de',
    starter: 'promotion',
    prompt:
      'Sommerschlussverkauf bei Leinen & Loden: bis zu 40 % Rabatt, mit dem Code SOMMER10 noch einmal 10 €, nur bis zum 15. August',
    company: 'Leinen & Loden',
    facts: ['40 %', 'SOMMER10', '10 €', '15. August'],
  },
  {
    language: 'de',
    starter: 'welcome',
    prompt:
      'Willkommensmail für neue Mitglieder im Fitnessstudio Kraftraum. Die ersten 30 Tage sind gratis, Ansprechpartnerin ist Svenja Maurer, Knopf „Termin buchen“ auf https://kraftraum.example/termin',
    company: 'Kraftraum',
    facts: ['30 Tage', 'Svenja Maurer', 'Termin buchen', 'https://kraftraum.example/termin'],
  },
  {
    language: 'de',
    starter: 'newsletter',
    prompt:
      'Newsletter April der Volkshochschule Südstadt: neue Sprachkurse, Yoga im Park, Lesung mit Judith Falk am 22. April, Anmeldung unter https://vhs-suedstadt.example',
    company: 'Volkshochschule Südstadt',
    facts: ['neue Sprachkurse', 'Yoga im Park', 'Judith Falk', '22. April', 'https://vhs-suedstadt.example'],
  },
  {
    language: 'de',
    starter: 'verify',
    prompt: 'E-Mail-Adresse bestätigen für Planbar, Code 482913, gültig 10 Minuten',
    company: 'Planbar',
    facts: ['482913', '10 Minuten'],
  },
  {
    language: 'de',
    starter: 'survey',
    prompt:
      'Umfrage unter den Kunden der Stadtwerke Talheim zur neuen App: 5 Fragen, 3 Minuten, unter den Teilnehmern verlosen wir 3 Gutscheine über 50 €, Einsendeschluss 31. Mai 2027',
    company: 'Stadtwerke Talheim',
    facts: ['5 Fragen', '3 Minuten', '50 €', '31. Mai 2027'],
  },
  {
    language: 'fr',
    starter: 'receipt',
    prompt:
      'Facture pour Mme Claire Dubois, boutique Le Petit Four, commande n° F-2027-118 du 3 mai 2027 : Tarte aux pommes 12,50 €, Pain de campagne 3,20 €, total 15,70 €',
    company: 'Le Petit Four',
    customer: 'Claire Dubois',
    facts: ['F-2027-118', '3 mai 2027'],
    items: [
      ['Tarte aux pommes', '12,50 €'],
      ['Pain de campagne', '3,20 €'],
    ],
    total: '15,70 €',
  },
  {
    language: 'fr',
    starter: 'event',
    prompt:
      'Invitation à la journée Data de Novalis le 18 novembre 2027 à Lyon, à partir de 9 h. Intervenants : Paul Girard (Les modèles ouverts), Inès Lambert (Gouverner la donnée). Inscription sur https://novalis.example/data',
    company: 'Novalis',
    facts: ['18 novembre 2027', 'Lyon', '9 h', 'https://novalis.example/data'],
    speakers: [
      ['Paul Girard', 'Les modèles ouverts'],
      ['Inès Lambert', 'Gouverner la donnée'],
    ],
  },
  {
    language: 'fr',
    starter: 'shipping',
    prompt:
      "Avis d'expédition pour Marc Petit : sa commande 55102 chez Papeterie Lune part aujourd'hui avec Colissimo, suivi 6A12345678901, livraison prévue le 12 avril 2027",
    company: 'Papeterie Lune',
    customer: 'Marc Petit',
    facts: ['55102', 'Colissimo', '6A12345678901', '12 avril 2027'],
  },
  {
    language: 'fr',
    starter: 'promotion',
    prompt:
      "Soldes d'hiver chez Atelier Nord : -25 % sur les manteaux avec le code HIVER25 jusqu'au 2 février 2027, livraison offerte dès 60 €",
    company: 'Atelier Nord',
    facts: ['25 %', 'HIVER25', '2 février 2027', '60 €'],
  },
  {
    language: 'fr',
    starter: 'welcome',
    prompt:
      'Mail de bienvenue pour les nouveaux abonnés de Radio Canal, avec le bouton « Écouter » vers https://canal.example/direct et un mot de la directrice Sophie Renard',
    company: 'Radio Canal',
    facts: ['Écouter', 'https://canal.example/direct', 'Sophie Renard'],
  },
  {
    language: 'fr',
    starter: 'newsletter',
    prompt:
      'Lettre de juin de la ferme Les Trois Chênes : les fraises sont là, marché du samedi 12 juin, portrait de Louise Morel, recette de la confiture',
    company: 'Les Trois Chênes',
    facts: ['les fraises sont là', '12 juin', 'Louise Morel', 'confiture'],
  },
  {
    language: 'fr',
    starter: 'reset',
    prompt: 'Réinitialisation du mot de passe pour Comptalia, le lien expire dans 20 minutes',
    company: 'Comptalia',
    facts: ['20 minutes'],
  },
  {
    language: 'fr',
    starter: 'promotion',
    prompt:
      'Bon cadeau de 50 € pour les clients fidèles de Spa Azur, code MERCI50, valable jusqu’au 31 décembre 2027',
    company: 'Spa Azur',
    facts: ['50 €', 'MERCI50', '31 décembre 2027'],
  },
  {
    language: 'es',
    starter: 'receipt',
    prompt:
      'Recibo para Lucía Fernández de la tienda Verde Oliva, pedido VO-3321: Aceite virgen extra 14,90 €, Jabón de aceite 4,50 €, envío 3,60 €, total 23,00 €',
    company: 'Verde Oliva',
    customer: 'Lucía Fernández',
    facts: ['VO-3321'],
    items: [
      ['Aceite virgen extra', '14,90 €'],
      ['Jabón de aceite', '4,50 €'],
      ['envío', '3,60 €'],
    ],
    total: '23,00 €',
  },
  {
    language: 'es',
    starter: 'event',
    prompt:
      'Invitación al congreso Mar Abierto, 7 de octubre de 2027, Valencia, 10:00. Ponentes: Carmen Ruiz (Plásticos en el mar), Diego Santos (Pesca sostenible). Entrada 25 €',
    facts: ['Mar Abierto', '7 de octubre de 2027', 'Valencia', '10:00', '25 €'],
    speakers: [
      ['Carmen Ruiz', 'Plásticos en el mar'],
      ['Diego Santos', 'Pesca sostenible'],
    ],
  },
  {
    language: 'es',
    starter: 'shipping',
    prompt:
      'Aviso de envío para Andrés Gil: su pedido 88412 de Librería Faro ha salido con Correos, número de seguimiento PQ8F7K0000012340128, llega el 4 de junio de 2027',
    company: 'Librería Faro',
    customer: 'Andrés Gil',
    facts: ['88412', 'Correos', 'PQ8F7K0000012340128', '4 de junio de 2027'],
  },
  {
    language: 'es',
    starter: 'promotion',
    prompt:
      'Rebajas en Casa Lino, 35 % de descuento en toda la ropa de cama con el código LINO35, hasta el 20 de enero de 2028',
    company: 'Casa Lino',
    facts: ['35 %', 'ropa de cama', 'LINO35', '20 de enero de 2028'],
  },
  {
    language: 'es',
    starter: 'welcome',
    prompt:
      'Correo de bienvenida para los nuevos usuarios de Rutas, con el botón «Planear mi viaje» a https://rutas.example/nuevo; los primeros 3 viajes son gratis',
    company: 'Rutas',
    facts: ['Planear mi viaje', 'https://rutas.example/nuevo', '3 viajes'],
  },
  {
    language: 'es',
    starter: 'survey',
    prompt:
      'Encuesta de satisfacción de Clínica Serena: 6 preguntas, 4 minutos, https://serena.example/opinion, antes del 15 de marzo de 2027',
    company: 'Clínica Serena',
    facts: ['6 preguntas', '4 minutos', 'https://serena.example/opinion', '15 de marzo de 2027'],
  },
  {
    language: 'es',
    starter: 'announcement',
    prompt:
      'Anuncia que Panadería Sol abre una nueva tienda en Sevilla, calle Sierpes 14, el 1 de mayo de 2027',
    company: 'Panadería Sol',
    facts: ['Sevilla', 'calle Sierpes 14', '1 de mayo de 2027'],
  },
  {
    language: 'es',
    starter: 'reset',
    prompt: 'Restablecer contraseña de Nómina Fácil, el enlace caduca en 30 minutos',
    company: 'Nómina Fácil',
    facts: ['30 minutos'],
  },
  {
    language: 'it',
    starter: 'receipt',
    prompt:
      'Ricevuta per Giulia Conti da Bottega Rossa, ordine n. 771: Borsa in pelle 89,00 €, Portachiavi 12,00 €, spedizione 6,00 €, totale 107,00 €',
    company: 'Bottega Rossa',
    customer: 'Giulia Conti',
    facts: ['771'],
    items: [
      ['Borsa in pelle', '89,00 €'],
      ['Portachiavi', '12,00 €'],
      ['spedizione', '6,00 €'],
    ],
    total: '107,00 €',
  },
  {
    language: 'it',
    starter: 'event',
    prompt:
      'Invito alla degustazione della Cantina Ombra il 21 settembre 2027 alle 18:30 ad Alba, con Marta Bianchi (Il Nebbiolo) e Luca Ferri (Vini naturali), ingresso 20 €',
    company: 'Cantina Ombra',
    facts: ['21 settembre 2027', '18:30', 'Alba', '20 €'],
    speakers: [
      ['Marta Bianchi', 'Il Nebbiolo'],
      ['Luca Ferri', 'Vini naturali'],
    ],
  },
  {
    language: 'it',
    starter: 'promotion',
    prompt:
      'Saldi estivi da Sabbia: sconto del 20% con il codice ESTATE20 fino al 31 luglio 2027, spedizione gratuita sopra i 49 €',
    company: 'Sabbia',
    facts: ['20%', 'ESTATE20', '31 luglio 2027', '49 €'],
  },
  {
    language: 'it',
    starter: 'shipping',
    prompt:
      'Conferma di spedizione per Paolo Greco: ordine 90017 di Musica Viva spedito con BRT, codice di tracciamento 112233445566, consegna prevista 8 aprile 2027',
    company: 'Musica Viva',
    customer: 'Paolo Greco',
    facts: ['90017', 'BRT', '112233445566', '8 aprile 2027'],
  },
  {
    language: 'it',
    starter: 'welcome',
    prompt:
      'Email di benvenuto per i nuovi iscritti a Palestra Vetta: il primo mese costa 9 €, pulsante "Prenota una visita" su https://vetta.example/visita',
    company: 'Palestra Vetta',
    facts: ['9 €', 'Prenota una visita', 'https://vetta.example/visita'],
  },
  {
    language: 'it',
    starter: 'newsletter',
    prompt:
      'Newsletter di maggio di Orto Urbano: i pomodori da piantare adesso, corso di compostaggio sabato 8 maggio, intervista a Sara Monti',
    company: 'Orto Urbano',
    facts: ['pomodori', 'corso di compostaggio', '8 maggio', 'Sara Monti'],
  },
  {
    language: 'it',
    starter: 'verify',
    prompt: "Conferma l'indirizzo email per Fatturino, il codice è 773 201 e scade tra 15 minuti",
    company: 'Fatturino',
    facts: ['773 201', '15 minuti'],
  },
  {
    language: 'it',
    starter: 'survey',
    prompt:
      'Sondaggio di 3 domande per i clienti di Trattoria Nonna Pia, dura 1 minuto: https://noiapia.example/s, in regalo un caffè',
    company: 'Trattoria Nonna Pia',
    facts: ['3 domande', '1 minuto', 'https://noiapia.example/s'],
  },
  {
    language: 'nl',
    starter: 'receipt',
    prompt:
      'Bon voor Sanne de Vries van Fietsenwinkel Spaak, bestelling 6612: Fietstas € 59,95, Bel € 7,50, verzendkosten € 4,95, totaal € 72,40',
    company: 'Fietsenwinkel Spaak',
    customer: 'Sanne de Vries',
    facts: ['6612'],
    items: [
      ['Fietstas', '€ 59,95'],
      ['Bel', '€ 7,50'],
      ['verzendkosten', '€ 4,95'],
    ],
    total: '€ 72,40',
  },
  {
    language: 'nl',
    starter: 'event',
    prompt:
      'Uitnodiging voor de kennisdag van Waterlijn op 9 september 2027 in Utrecht, 13:00 tot 17:00. Sprekers: Daan Smit (Droge zomers), Fleur Bakker (Slimme sluizen). Aanmelden via https://waterlijn.example/dag',
    company: 'Waterlijn',
    facts: ['9 september 2027', 'Utrecht', '13:00', '17:00', 'https://waterlijn.example/dag'],
    speakers: [
      ['Daan Smit', 'Droge zomers'],
      ['Fleur Bakker', 'Slimme sluizen'],
    ],
  },
  {
    language: 'nl',
    starter: 'promotion',
    prompt: 'Zomeractie bij Tuinhuis: 15% korting op alle planten met code GROEN15 tot en met 30 juni 2027',
    company: 'Tuinhuis',
    facts: ['15%', 'GROEN15', '30 juni 2027'],
  },
  {
    language: 'nl',
    starter: 'shipping',
    prompt:
      'Verzendbericht voor Bram Jansen: bestelling 41200 van Theehuis Lotus is onderweg met PostNL, track & trace 3SABCD1234567, bezorging op 3 maart 2027',
    company: 'Theehuis Lotus',
    customer: 'Bram Jansen',
    facts: ['41200', 'PostNL', '3SABCD1234567', '3 maart 2027'],
  },
  {
    language: 'nl',
    starter: 'welcome',
    prompt:
      'Welkomstmail voor nieuwe leden van Leesclub Kaft, met de knop "Kies je eerste boek" naar https://kaft.example/boeken, contact is Noor Visser',
    company: 'Leesclub Kaft',
    facts: ['Kies je eerste boek', 'https://kaft.example/boeken', 'Noor Visser'],
  },
  {
    language: 'nl',
    starter: 'changelog',
    prompt:
      'Nieuw in Boekhoudr 3.1: donkere modus, koppeling met iDEAL, snellere export. Uitgebracht op 4 mei 2027',
    company: 'Boekhoudr',
    facts: ['3.1', 'donkere modus', 'koppeling met iDEAL', 'snellere export', '4 mei 2027'],
  },
  {
    language: 'nl',
    starter: 're-engagement',
    prompt:
      'We missen je: mail van Bloemist Iris aan klanten die lang niets kochten, 10% korting met TERUG10 tot 1 november 2027',
    company: 'Bloemist Iris',
    facts: ['10%', 'TERUG10', '1 november 2027'],
  },
  {
    language: 'nl',
    starter: 'reset',
    prompt: 'Wachtwoord opnieuw instellen voor Zorgportaal, link is 60 minuten geldig',
    company: 'Zorgportaal',
    facts: ['60 minuten'],
  },
  {
    language: 'pt',
    starter: 'receipt',
    prompt:
      'Recibo para Beatriz Rocha da loja Casa Areia, pedido 5520: Toalha de praia R$ 89,90, Chapéu R$ 59,90, frete R$ 12,00, total R$ 161,80',
    company: 'Casa Areia',
    customer: 'Beatriz Rocha',
    facts: ['5520'],
    items: [
      ['Toalha de praia', 'R$ 89,90'],
      ['Chapéu', 'R$ 59,90'],
      ['frete', 'R$ 12,00'],
    ],
    total: 'R$ 161,80',
  },
  {
    language: 'pt',
    starter: 'event',
    prompt:
      'Convite para o encontro Código Aberto da Ponte Digital em 23 de outubro de 2027 no Porto, das 9h às 18h. Palestrantes: Rui Costa (Bases de dados), Marta Lima (Acessibilidade)',
    company: 'Ponte Digital',
    facts: ['Código Aberto', '23 de outubro de 2027', 'Porto', '9h', '18h'],
    speakers: [
      ['Rui Costa', 'Bases de dados'],
      ['Marta Lima', 'Acessibilidade'],
    ],
  },
  {
    language: 'pt',
    starter: 'promotion',
    prompt:
      'Oferta de verão na Maré Alta: 25% de desconto em pranchas com o código ONDA25 até 31 de julho de 2027',
    company: 'Maré Alta',
    facts: ['25%', 'pranchas', 'ONDA25', '31 de julho de 2027'],
  },
  {
    language: 'pt',
    starter: 'shipping',
    prompt:
      'Aviso de envio para Tiago Nunes: a encomenda 30981 da Livraria Cais foi enviada pelos CTT, código de rastreio RR123456785PT, entrega prevista a 11 de maio de 2027',
    company: 'Livraria Cais',
    customer: 'Tiago Nunes',
    facts: ['30981', 'CTT', 'RR123456785PT', '11 de maio de 2027'],
  },
  {
    language: 'pt',
    starter: 'welcome',
    prompt:
      'E-mail de boas-vindas para novos alunos da Escola Compasso, com botão "Ver os cursos" para https://compasso.example/cursos; a primeira aula é grátis e a professora é Inês Duarte',
    company: 'Escola Compasso',
    facts: ['Ver os cursos', 'https://compasso.example/cursos', 'Inês Duarte'],
  },
  {
    language: 'pt',
    starter: 'newsletter',
    prompt:
      'Newsletter de abril do Museu do Rio: nova exposição "Margens", visita guiada no dia 18 de abril, conversa com a artista Helena Prado',
    company: 'Museu do Rio',
    facts: ['Margens', '18 de abril', 'Helena Prado'],
  },
  {
    language: 'pt',
    starter: 'promotion',
    prompt:
      'Vale-presente de R$ 100,00 para clientes da Perfumaria Jasmim, código JASMIM100, válido até 30 de novembro de 2027',
    company: 'Perfumaria Jasmim',
    facts: ['R$ 100,00', 'JASMIM100', '30 de novembro de 2027'],
  },
  {
    language: 'pt',
    starter: 'survey',
    prompt:
      'Pesquisa com os hóspedes da Pousada Sereia: 5 perguntas, 2 minutos, até 10 de agosto de 2027, https://sereia.example/p',
    company: 'Pousada Sereia',
    facts: ['5 perguntas', '2 minutos', '10 de agosto de 2027', 'https://sereia.example/p'],
  },

  {
    language: 'en',
    starter: 'receipt',
    prompt:
      'Invoice INV-2044 to David Okafor, sent by Studio Brightline: logo design $1,200.00 and two brand guides $300.00. Due 30 June 2027.',
    company: 'Studio Brightline',
    customer: 'David Okafor',
    facts: ['INV-2044', '30 June 2027'],
    items: [
      ['logo design', '$1,200.00'],
      ['brand guides', '$300.00'],
    ],
    total: '$1,500.00',
  },
  {
    language: 'en',
    starter: 'event',
    prompt:
      'Webinar invitation: "Shipping faster" by Northbeam, Tuesday 11 May 2027, 4 pm CET. With Ruth Adler (Small batches) and Sam Ortiz (Trunk based work). Free, register at https://northbeam.example/w',
    company: 'Northbeam',
    facts: ['Shipping faster', '11 May 2027', '4 pm', 'https://northbeam.example/w'],
    speakers: [
      ['Ruth Adler', 'Small batches'],
      ['Sam Ortiz', 'Trunk based work'],
    ],
  },
  {
    language: 'en',
    starter: 'shipping',
    prompt:
      'Tell Hannah Weiss that her order #A-5512 from The Paper Shed shipped with FedEx today. Tracking number 772899012345. Estimated delivery: 2 to 4 days',
    company: 'The Paper Shed',
    customer: 'Hannah Weiss',
    facts: ['A-5512', 'FedEx', '772899012345', '4 days'],
  },
  {
    language: 'en',
    starter: 'newsletter',
    prompt:
      'Monthly newsletter for the Alpine Climbing Club: new routes at Gully Wall, hut opens 1 June, gear sale with 20% off ropes, trip report by Nora Field',
    company: 'Alpine Climbing Club',
    facts: ['Gully Wall', '1 June', '20%', 'ropes', 'Nora Field'],
  },
  {
    language: 'en',
    starter: 'verify',
    prompt: 'sign-in code for Vaultly: 902 114, expires in 5 minutes',
    company: 'Vaultly',
    facts: ['902 114', '5 minutes'],
  },
  {
    language: 'de',
    starter: 'receipt',
    prompt:
      'Bestellbestätigung von Holzwerk Meier an Frau Petra Lang. Bestellung HM-330: 3 Stühle 447,00 €, Tisch Eiche 890,00 €, Lieferung 60,00 €.',
    company: 'Holzwerk Meier',
    customer: 'Petra Lang',
    facts: ['HM-330'],
    items: [
      ['Stühle', '447,00 €'],
      ['Tisch Eiche', '890,00 €'],
      ['Lieferung', '60,00 €'],
    ],
    total: '1397,00 €',
  },
  {
    language: 'de',
    starter: 'promotion',
    prompt:
      'Ostern bei der Gärtnerei Blattgrün: 15 % auf Frühlingsblumen vom 22. bis 29. März, Code OSTERN15, Beratung durch Frau Sommerfeld unter 07641 55820',
    company: 'Gärtnerei Blattgrün',
    facts: ['15 %', '29. März', 'OSTERN15', '07641 55820'],
  },
  {
    language: 'de',
    starter: 'event',
    prompt:
      'Einladung zur Vernissage „Licht und Lärm“ der Galerie Nordlicht, Freitag, 4. Februar 2028, 19 Uhr, Hafenstraße 12 in Kiel',
    company: 'Galerie Nordlicht',
    facts: ['Licht und Lärm', '4. Februar 2028', '19 Uhr', 'Hafenstraße 12', 'Kiel'],
  },
  {
    language: 'fr',
    starter: 'promotion',
    prompt:
      'Offre de rentrée de la librairie Page Blanche : 10 % sur les cahiers avec RENTREE10, du 25 août au 10 septembre 2027',
    company: 'Page Blanche',
    facts: ['10 %', 'cahiers', 'RENTREE10', '10 septembre 2027'],
  },
  {
    language: 'fr',
    starter: 'survey',
    prompt:
      'Sondage auprès des clients de Vélo Libre : 8 questions, 5 minutes, https://velolibre.example/avis, merci de répondre avant le 20 mai 2027',
    company: 'Vélo Libre',
    facts: ['8 questions', '5 minutes', 'https://velolibre.example/avis', '20 mai 2027'],
  },
  {
    language: 'es',
    starter: 'receipt',
    prompt:
      'Factura de Taller Norte para Marta Ibáñez, factura 2027/51: Revisión 60,00 €, Cambio de aceite 45,50 €, total 105,50 €',
    company: 'Taller Norte',
    customer: 'Marta Ibáñez',
    items: [
      ['Revisión', '60,00 €'],
      ['Cambio de aceite', '45,50 €'],
    ],
    total: '105,50 €',
  },
  {
    language: 'es',
    starter: 'announcement',
    prompt:
      'Comunica que Banco Alba cambia sus horarios a partir del 1 de julio de 2027: de 8:30 a 14:00, teléfono 900 123 456',
    company: 'Banco Alba',
    facts: ['1 de julio de 2027', '8:30', '14:00', '900 123 456'],
  },
  {
    language: 'it',
    starter: 'event',
    prompt:
      'Invito al concerto del Coro San Marco, domenica 12 dicembre 2027 ore 17:00, Chiesa di Santa Lucia a Verona, offerta libera',
    company: 'Coro San Marco',
    facts: ['12 dicembre 2027', '17:00', 'Chiesa di Santa Lucia', 'Verona'],
  },
  {
    language: 'nl',
    starter: 'welcome',
    prompt:
      'Welkom bij Moestuinclub Sla! Nieuwe leden krijgen 2 zakjes zaad, de tuin is open op zaterdag van 9:00 tot 13:00, vragen aan Els Mulder',
    company: 'Moestuinclub Sla',
    facts: ['2 zakjes', '9:00', '13:00', 'Els Mulder'],
  },
  {
    language: 'pt',
    starter: 're-engagement',
    prompt:
      'Sentimos a sua falta: e-mail da Academia Pulso para quem não treina há 3 meses, volte com 50% na primeira mensalidade, código VOLTA50, até 28 de fevereiro de 2028',
    company: 'Academia Pulso',
    facts: ['3 meses', '50%', 'VOLTA50', '28 de fevereiro de 2028'],
  },
];
