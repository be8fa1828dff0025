import type { SpamWords } from './spam-words.ts';

export const german: SpamWords = {
  phrases: [
    [
      3,
      `
      (lieber|liebe|sehr geehrter|sehr geehrte) [glücklicher] gewinner;
      sie haben [soeben|gerade|heute] (gewonnen|im lotto gewonnen);
      sie sind [der|unser|ein] [glücklicher|glückliche] gewinner;
      ihre e mail adresse wurde [zufällig] (ausgewählt|gezogen);
      (lotterie|lotto) (gewinn|gewinner|gewinnbenachrichtigung|benachrichtigung); gewinnbenachrichtigung;
      nächster (angehöriger|verwandter);
      (begünstigter|erbe) (der|des|dieser) (summe|fonds|erbschaft|gelder);
      nicht beanspruchte (gelder|erbschaft|summe|gewinne); überweisung der (summe|gelder);
      auf ihr [bank] konto (überweisen|transferieren);
      (dringender|vertraulicher|vertrauliches|dringendes) (geschäftsvorschlag|geschäft|vorschlag);
      mein (verstorbener|verstorbene) (mann|vater|kunde|ehemann);
      (ohne|kein|keine) (rezept|rezeptpflicht|verschreibung); rezeptfrei (kaufen|bestellen);
      (viagra|cialis|levitra|kamagra) [kaufen|bestellen|günstig|billig];
      (penisverlängerung|penisvergrößerung|brustvergrößerung|potenzmittel|erektionsstörungen|erektionsprobleme);
      (100|hundert) [%|prozent|prozentige|ige] (garantiert|garantie|risikofrei|gewinngarantie);
      ihr geld verdoppeln; verdoppeln sie ihr (geld|einkommen|kapital|vermögen);
      (heiße|geile|nackte|willige) (singles|frauen|girls|mädchen|hausfrauen);
      (sex|seitensprung) (kontakte|treffen|in deiner nähe|in ihrer nähe); live (sex|nackt|cams)`,
    ],
    [
      2.5,
      `
      (lieber|liebe|werter) (freund|freunde|freundin|begünstigter|kontoinhaber|e mail nutzer);
      (dies|das|diese mail|diese e mail|diese nachricht) ist [ausdrücklich] (kein|keine) (spam|unerwünschte werbung|kettenbrief|betrug|scherz);
      (klicken|hier) [sie] [hier] um (entfernt|ausgetragen) zu werden;
      antworten sie mit [dem wort|dem betreff] (entfernen|remove); geld zurück garantie; geld zurück;
      verdienen sie [bis zu|über|mindestens] # [euro|dollar] (pro|am|im|in der|täglich|monatlich) [tag|woche|monat|stunde];
      # euro (am tag|täglich|pro tag|pro stunde|im monat) [verdienen|von zu hause];
      (schnell|schnelles|leicht|leichtes|einfach) geld [verdienen|machen];
      geld (von zu hause|im schlaf|im internet) [verdienen]; von zu hause [aus] (geld verdienen|verdienen);
      (finanzielle|finanziell) (freiheit|unabhängigkeit|frei);
      (reich werden|schnell reich|werden sie reich|millionär werden|werden sie millionär);
      seien sie ihr eigener chef; schuldenfrei (werden|leben|in);
      (kredit|darlehen|sofortkredit) (ohne schufa|trotz schufa|ohne bonitätsprüfung|sofort|garantiert);
      ohne schufa; schufafrei;
      (sofortkredit|sofortzusage|garantierte zusage|garantierter gewinn|garantiertes einkommen|garantierte rendite);
      trotz (schlechter bonität|negativer schufa|schulden);
      (verlieren|abnehmen) [sie] # (kilo|kg|pfund) [in];
      # (kilo|kg|pfund) (in|abnehmen|weniger|verlieren) [nur|#];
      (abnehmen|schlank) (ohne|im schlaf|über nacht|in # tagen);
      (wunderpille|wundermittel|wunderdiät|diätpillen|schlankheitspillen|fettverbrenner|fatburner);
      fett verbrennen (über nacht|im schlaf|ohne); (fordern|holen|sichern) sie [sich] ihren (gewinn|preis);
      (ihr|ihren|deinen) gewinn (abholen|anfordern|einlösen|sichern);
      herzlichen glückwunsch sie (haben|wurden|sind);
      sie wurden (ausgewählt|zufällig ausgewählt|ausgelost|als gewinner);
      (online casino|online kasino|casino bonus|online apotheke|freispiele|online poker|online wetten);
      (rolex|uhren) (replica|repliken|imitate|nachbildung); schneeballsystem; kettenbrief;
      (bestätigen|verifizieren|aktualisieren) sie [umgehend|sofort] ihr (konto|passwort|kundenkonto) (sofort|umgehend|innerhalb|um|da|andernfalls|sonst);
      (bestätigen|aktualisieren) sie ihre (bankdaten|kreditkartendaten|zugangsdaten|zahlungsdaten|kontodaten) (sofort|umgehend|innerhalb|um|andernfalls|sonst);
      ihr postfach ist (voll|fast voll)`,
    ],
    [
      1.5,
      `
      ihr (konto|zugang|account) (wurde|wird|ist) [vorübergehend|dauerhaft] (gesperrt|eingeschränkt|deaktiviert|gelöscht|suspendiert);
      ungewöhnliche aktivitäten (auf|in) ihrem konto;
      (ohne risiko|kein risiko|risikofrei|risikolos|völlig risikofrei);
      (völlig|absolut|komplett|total|garantiert) (kostenlos|gratis|umsonst);
      100 % (kostenlos|gratis|risikofrei); gratis (geschenk|bonus|geld|iphone|guthaben|bitcoin);
      (kostenloses|kostenlose) (geld|geschenk|geschenke|iphone|bitcoin);
      (ohne|keine) (verpflichtung|verpflichtungen|versteckten kosten|versteckte kosten|haken|vorkenntnisse|vorkosten);
      handeln sie (jetzt|sofort|schnell); (zögern|warten) sie nicht [länger];
      (jetzt|sofort|heute) (zugreifen|zuschlagen|anrufen); rufen sie (jetzt|sofort|gebührenfrei) an;
      (einmalige|einmaliges|einmalig) (chance|gelegenheit|angebot);
      (letzte|letzter) (mahnung|warnung|aufruf); nur (heute|jetzt) (gültig|kostenlos|gratis);
      (dringende|sofortige|dringend) (antwort|reaktion|handlung|maßnahmen) [erforderlich];
      die zeit läuft [ab]; beeilen sie sich; beeilung;
      (unglaubliche|unglaubliches|unschlagbare|unschlagbares|sensationelle|sensationelles|irre|wahnsinnige) (preise|preis|angebot|angebote|ergebnisse|rabatte|chance);
      (tiefstpreise|tiefstpreis|schleuderpreise|wahnsinnspreise|dumpingpreise); sie werden es nicht glauben;
      ärzte (hassen|verschweigen); was (ärzte|banken) (verschweigen|nicht wollen);
      (billige|günstige) (medikamente|pillen|tabletten|zigaretten|software); haarausfall; faltenfrei;
      (anti aging|antiaging) (wunder|geheimnis|formel); wachstumshormon;
      (passives|zusätzliches|sechsstelliges|garantiertes) einkommen;
      (nebenverdienst|heimarbeit|zusatzeinkommen|nebeneinkommen); hohe (rendite|renditen|gewinne);
      (bitcoin|krypto|forex|trading) (gewinne|gewinn|roboter|millionär|geheimnis|signale);
      aktien (tipp|geheimtipp); geheimtipp der börse;
      # (millionen|milliarden|mio) [us] (euro|dollar|usd|eur);
      (millionen|tausende) (euro|dollar) [verdienen|gewinnen]; bargeld (gewinn|preis|bonus|sofort);
      (russische|ukrainische|asiatische) (frauen|bräute|mädchen);
      singles in (deiner|ihrer) (nähe|umgebung|stadt)`,
    ],
    [
      0.8,
      `
      (nur|angebot) solange (der vorrat|vorrat) reicht jetzt; zufriedenheit garantiert;
      (ergebnisse|erfolg|lieferung|qualität) garantiert; garantierter erfolg;
      garantierte (ergebnisse|gewinne); worauf warten sie [noch];
      bekannt aus (dem fernsehen|funk und fernsehen|tv); sofortiger zugang; alles muss raus;
      (e mail|mail|massen mail) (adressen|listen) [kaufen]; massenmails;
      (steigern|verdoppeln|explodieren) sie ihren (umsatz|traffic|verkauf);
      suchmaschinen (eintrag|ranking|platzierung);
      (beste|niedrigste|tiefste) preise (garantiert|aller zeiten); das ist ihre (letzte|einzige) chance;
      (sehr geehrter|lieber|werter) (kunde|nutzer|verbraucher|hausbesitzer)`,
    ],
    [
      0.25,
      `
      (klicken sie|klick|klicke|klicken) hier; hier klicken; (jetzt|sofort) (kaufen|bestellen);
      nur für kurze zeit; (zeitlich|streng) begrenztes angebot; letzte chance; solange (der) vorrat reicht;
      (sonderangebot|schnäppchen|superangebot|mega rabatt|mega sale|riesenrabatt); nicht verpassen;
      nur heute; endet (heute|bald|um mitternacht); letzte stunden; exklusives angebot`,
    ],
  ],
  disguised: `
      viagra cialis levitra kamagra casino lotterie lotto gewinner gewinn gratis kostenlos geld bargeld
      kredit kredite schulden bonus bitcoin porno sexy nackt pillen apotheke rolex einkommen rabatt billig
      garantiert garantie konto passwort bank paypal amazon dringend million millionen euro`,
  unsubscribe: `
      abmelden; abmeldung; abbestellen; abbestellung; abmeldelink; austragen; austragung;
      abo (verwalten|beenden|kündigen); newsletter (verwalten|einstellungen|kündigen|beenden);
      (e mail|mail|newsletter|kommunikations|benachrichtigungs) einstellungen;
      (benachrichtigungen|einstellungen|präferenzen|abonnement) (verwalten|ändern|anpassen|bearbeiten);
      abonnement (kündigen|beenden); (keine|nicht) (weiteren|mehr) (e mails|mails|newsletter|erhalten);
      nicht mehr erhalten; vom newsletter`,
  address: `
      -straße; -strasse; -str; straße; str; -weg; weg; -platz; platz; -allee; allee; -gasse; gasse; -ring;
      -damm; -ufer; -chaussee; postfach; -hof; -markt; -steig; promenade; hausnummer`,
  money: `euro; euros; dollar; franken; chf; pfund`,
  millions: `million; millionen; milliarde; milliarden; mio; mrd`,
};
