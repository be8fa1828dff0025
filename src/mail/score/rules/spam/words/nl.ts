import type { SpamWords } from './spam-words.ts';

export const dutch: SpamWords = {
  phrases: [
    [
      3,
      `
      (beste|geachte|lieve) [gelukkige] winnaar;
      (u heeft|u hebt|je hebt|jij hebt) [zojuist|net] [een|de|het] (prijs|loterij|jackpot|hoofdprijs|iphone|# miljoen|geldprijs) gewonnen;
      (u|je|jij) (bent|ben) [de|onze|een] [gelukkige] winnaar;
      uw e mailadres (is|werd) [willekeurig] (geselecteerd|getrokken|gekozen);
      (loterij|lotto) (winnaar|prijs|winst|melding);
      begunstigde van (het fonds|de som|de erfenis|dit fonds);
      (naaste|dichtstbijzijnde) (familie|bloedverwant);
      (niet geclaimde|ongeclaimde|niet opgeëiste) (fondsen|prijs|erfenis|gelden);
      overdracht van (fondsen|het geld|de som); (geld|bedrag|som) op uw rekening (overmaken|storten);
      (dringend|dringende|vertrouwelijk|vertrouwelijke) (zakelijk voorstel|zakenvoorstel|transactie|voorstel);
      mijn overleden (man|vader|klant|echtgenoot); zonder (recept|voorschrift);
      (viagra|cialis|levitra|kamagra) [goedkoop|kopen|bestellen];
      (penisvergroting|penisverlenging|borstvergroting|erectiestoornis|erectieproblemen|erectiepillen);
      100 % (gegarandeerd|garantie|risicovrij|zonder risico);
      (verdubbel|verdubbelen) (uw|je|jouw) (geld|inkomen|inleg|investering|vermogen);
      (geile|hete|naakte|sexy) (singles|vrouwen|meiden|huisvrouwen|dames);
      (sex|seks) (contacten|dates|date|in de buurt|live); live (sex|seks)`,
    ],
    [
      2.5,
      `
      (beste|lieve|geliefde|dierbare) (vriend|vrienden|vriendin|begunstigde|rekeninghouder|e mailgebruiker);
      (dit|deze mail|deze e mail|dit bericht) is geen (spam|ongewenste mail|oplichting|grap|kettingbrief|ongewenste reclame);
      klik [hier] om (verwijderd|uitgeschreven|geschrapt) te worden;
      antwoord met [het woord] (verwijderen|verwijder|remove);
      (niet goed geld terug|geld terug garantie|geldteruggarantie|geld terug);
      verdien [tot|meer dan|tot wel] # [euro|dollar] (per|elke|iedere) (dag|week|maand|uur);
      (geld|snel geld|makkelijk geld|veel geld) (verdienen|verdien) (vanuit huis|thuis|online|snel|terwijl u slaapt|terwijl je slaapt|op internet);
      (snel|makkelijk|gemakkelijk|gratis) geld; (werk|werken) (vanuit huis|thuis) en verdien;
      financiële (vrijheid|onafhankelijkheid); financieel (vrij|onafhankelijk);
      (word|snel) (rijk|miljonair) [worden]; (wees|word) (uw|je) eigen baas;
      (lening|krediet|leningen) (zonder bkr|zonder toetsing|direct|binnen # uur|gegarandeerd);
      zonder bkr [toetsing]; (schuldenvrij|schuldvrij) (worden|in|leven);
      (van uw schulden af|uw schulden kwijt);
      (gegarandeerde|gegarandeerd) (goedkeuring|inkomen|winst|rendement|lening|acceptatie);
      # (kilo|kg|pond) (afvallen|kwijt|in|minder|lichter) [#|slechts]; (val|verlies) # (kilo|kg) [af|in];
      (afvallen|slank) (zonder|in uw slaap|in je slaap|in # dagen|snel);
      (wonderpil|wondermiddel|wonderdieet|afslankpillen|dieetpillen|vetverbrander|afslankpil);
      vet (verbranden|verbrand) (zonder|terwijl|in);
      (claim|eis|haal|ontvang) (uw|je|jouw) (prijs|winst|geldprijs|gratis prijs|beloning|erfenis|gratis cadeau) [op|nu];
      gefeliciteerd (u|je) (heeft|hebt|bent);
      (u|je) (bent|ben|werd) [willekeurig|speciaal] (geselecteerd|uitgekozen|uitverkoren) (voor|om|als);
      (online casino|online apotheek|online gokken|online poker|casino bonus|gratis spins|gratis draaien);
      (replica|namaak|imitatie) (horloges|rolex|horloge|tassen);
      (rolex replica|piramidespel|kettingbrief|piramidesysteem);
      (verifieer|bevestig|update|controleer) [onmiddellijk|direct] (uw|je) (account|wachtwoord|identiteit|rekening) (onmiddellijk|direct|binnen|nu|om te voorkomen|anders);
      (bevestig|update|verifieer|controleer) (uw|je) (bankgegevens|betaalgegevens|creditcardgegevens|inloggegevens) (onmiddellijk|direct|binnen|nu|anders|om);
      (uw|je) (mailbox|postvak) is vol`,
    ],
    [
      1.5,
      `
      (uw|je) (account|rekening|toegang|bankpas) (is|werd|wordt) [tijdelijk|permanent] (geblokkeerd|opgeschort|beperkt|gedeactiveerd|uitgeschakeld|afgesloten);
      ongebruikelijke activiteit op (uw|je) (account|rekening); zonder enig risico;
      (zonder risico|geen risico|risicovrij|risicoloos); (volledig|helemaal|absoluut|geheel|totaal) gratis;
      100 % gratis; gratis (cadeau|bonus|iphone|geschenk|bitcoin|tegoed|toegang);
      (zonder|geen) (verplichting|verplichtingen|verborgen kosten|addertje onder het gras|ervaring nodig|ervaring vereist|tussenpersoon|kleine lettertjes);
      (handel|reageer|bel|sla) (nu|direct|onmiddellijk|vandaag nog|snel);
      (wacht|twijfel|aarzel) niet [langer]; (eenmalige|unieke|eenmalig) (kans|aanbieding|gelegenheid);
      laatste (waarschuwing|aanmaning|herinnering);
      (dringende|onmiddellijke|directe) (reactie|actie|aandacht) [vereist]; de tijd dringt; haast u;
      haast je; wees er snel bij;
      (ongelooflijke|ongelofelijke|onverslaanbare|krankzinnige|waanzinnige|sensationele|bizarre) (prijzen|prijs|aanbieding|aanbiedingen|resultaten|korting|kortingen|deal|deals);
      (bodemprijzen|stuntprijzen|dumpprijzen); (u zult|je zult) het niet geloven;
      (artsen|banken|dokters) (haten|verzwijgen|willen niet);
      goedkope (medicijnen|pillen|sigaretten|software|medicatie); haaruitval;
      (verwijdert|verwijder) rimpels; groeihormoon; (passief|extra|aanvullend|onbeperkt) inkomen;
      (bijverdienen|bijverdienste|thuiswerk) [vanuit huis]; hoog rendement; hoge (rendementen|winsten);
      (bitcoin|crypto|forex|trading) (winst|winsten|robot|miljonair|geheim|signalen);
      vermenigvuldig (uw|je) (geld|inkomen|investering); # (miljoen|miljard|mln) [us] (euro|dollar|usd|eur);
      duizenden (euro|euro s|dollars); (russische|oekraïense|aziatische) (vrouwen|bruiden|dames);
      singles (in de buurt|bij jou in de buurt|in uw buurt|in jouw buurt)`,
    ],
    [
      0.8,
      `
      tevredenheid gegarandeerd; (resultaat|resultaten|succes|kwaliteit) gegarandeerd;
      gegarandeerd resultaat; (waar wacht u|waar wacht je) [nog] op; bekend van (tv|televisie);
      (directe|onmiddellijke) toegang; alles moet weg;
      (e maillijsten|mailinglijsten|e mailadressen) [kopen]; bulkmail;
      (verhoog|verdubbel|vergroot) (uw|je) (omzet|verkoop|bezoekers);
      (beste|laagste) prijs (gegarandeerd|ooit|garantie); dit is (uw|je) (laatste|enige) kans;
      (geachte|beste) (klant|gebruiker|consument|huiseigenaar)`,
    ],
    [
      0.25,
      `
      klik (hier|nu); (koop|bestel) (nu|direct); (tijdelijke|exclusieve|speciale) aanbieding;
      beperkte (tijd|voorraad); laatste kans; zolang de voorraad strekt; op is op;
      (mega|super|enorme) (korting|kortingen|sale|deal|uitverkoop); mis (het|dit|deze) niet; alleen vandaag;
      vandaag nog; laatste uren; koopje; koopjes`,
    ],
  ],
  disguised: `
      viagra cialis levitra kamagra casino loterij winnaar prijs gratis geld krediet lening schulden bonus
      bitcoin porno naakt pillen apotheek rolex inkomen korting goedkoop gegarandeerd garantie rekening
      wachtwoord bank paypal amazon dringend miljoen miljoenen euro cadeau`,
  unsubscribe: `
      afmelden; afmelding; meld [je|u] af; meld me af; uitschrijven; uitschrijving; schrijf [je|u|me] uit;
      opzeggen; (nieuwsbrief|abonnement) (opzeggen|stopzetten|beëindigen);
      (voorkeuren|e mailvoorkeuren|instellingen|abonnement|meldingen|mailvoorkeuren|abonnementen) (aanpassen|wijzigen|beheren|bijwerken);
      (beheer|wijzig) (uw|je) (voorkeuren|abonnement|instellingen|e mailvoorkeuren);
      (niet|geen) (langer|meer) (ontvangen|e mails|mails|nieuwsbrieven); niet meer ontvangen;
      geen (e mails|mails|nieuwsbrief) meer`,
  address: `
      -straat; straat; -laan; laan; -weg; weg; -plein; plein; -gracht; -kade; -singel; -dijk; -steeg; -hof;
      -park; postbus; -dreef; -baan`,
  money: `euro; euros; dollar; dollars; pond`,
  millions: `miljoen; miljoenen; miljard; miljarden; mln; mld`,
};
