import type { SpamWords } from './spam-words.ts';

export const italian: SpamWords = {
  phrases: [
    [
      3,
      `
      (caro|cara|gentile) [fortunato|fortunata] (vincitore|vincitrice);
      (hai|ha|avete) [appena] vinto [il|un|una|la|#] [premio|lotteria|jackpot|buono|iphone|milione|milioni];
      (sei|lei è) [il|un|il nostro] [fortunato|felice] vincitore;
      il (suo|tuo) indirizzo [e mail|email] è stato (selezionato|estratto|scelto);
      (notifica|avviso) di (vincita|vittoria); lotteria (nazionale|internazionale|online|europea);
      vincita alla lotteria; beneficiario (del fondo|dei fondi|della somma|dell eredità);
      parente (più prossimo|prossimo);
      (fondi|eredità|somme|premio) non (reclamati|reclamata|reclamate|riscosso|riscossi);
      trasferimento (di fondi|dei fondi|della somma);
      trasferire (i fondi|la somma|il denaro) sul (suo|tuo) conto;
      (proposta|affare|transazione) [d affari|commerciale] (urgente|riservata|riservato|confidenziale);
      (mio|mia) (defunto|defunta) (marito|padre|cliente|moglie); senza (ricetta|prescrizione) [medica];
      (viagra|cialis|levitra|kamagra) [generico|online|economico];
      (allungamento|ingrandimento|allungare|ingrandire) [del|il|il tuo] pene; disfunzione erettile;
      100 % (garantito|garantita|garantiti|senza rischi|senza rischio); garantito al 100;
      (raddoppia|raddoppi|raddoppiare) (il tuo|i tuoi|il suo|i suoi) (denaro|soldi|guadagni|reddito|investimento|capitale);
      (ragazze|donne) (calde|nude|sexy|vogliose) [vicino a te]; sesso (dal vivo|gratis|live);
      (incontri|contatti) (sessuali|per adulti|piccanti|hot)`,
    ],
    [
      2.5,
      `
      (caro|cara|cari) (amico|amica|amici|beneficiario|titolare del conto|utente e mail);
      (questo|questa|questo messaggio|questa mail|questa e mail|questa email) non è (spam|posta indesiderata|una truffa|uno scherzo|una catena|pubblicità indesiderata);
      (clicca|clicchi|cliccare) [qui] per essere (rimosso|rimossi|cancellato|eliminato);
      (rispondi|risponda) con [la parola] (rimuovi|rimuovere|cancella|remove); soddisfatti o rimborsati;
      soddisfatto o rimborsato; (garanzia di rimborso|rimborso garantito|rimborso totale garantito);
      (guadagna|guadagni|guadagnare) [fino a|più di|oltre] # [euro|dollari] (al|alla|ogni|all) (giorno|mese|settimana|ora);
      (guadagna|guadagni|guadagnare|fare|fai) (soldi|denaro) (facili|facilmente|velocemente|da casa|online|subito|mentre dormi|su internet);
      (soldi|denaro) (facili|facile|veloci|gratis|subito); (lavora|lavori|lavorare) da casa e guadagna;
      (libertà|indipendenza) finanziaria; (diventa|diventi|diventare) (ricco|milionario);
      (sii|diventa) il capo di te stesso;
      (prestito|prestiti|credito|finanziamento) (immediato|immediati|veloce|garantito|garantiti|senza garanzie|senza busta paga|in # ore|facile);
      (elimina|cancella|azzera) [tutti] i (tuoi|suoi) debiti;
      anche (cattivi pagatori|protestati|con cattivo credito);
      (approvazione|guadagni|guadagno|reddito|profitti|rendimento) (garantita|garantiti|garantito|immediata);
      (perdi|perda|perdere|dimagrisci) [fino a] # (chili|kg|kili) [in];
      (dimagrire|dimagrisci|dimagrisca|perdere peso|perdi peso) (velocemente|subito|senza sforzo|senza dieta|dormendo|in # giorni|in fretta);
      (pillola|pillole|dieta|rimedio|cura|crema) (miracolosa|miracolose|miracoloso|dimagrante|dimagranti|miracolo);
      (brucia|bruciare) [i|il] (grassi|grasso);
      (richiedi|reclama|ritira|riscuoti) (il tuo|il suo|la tua) (premio|vincita|ricompensa|denaro|eredità|regalo gratis);
      (congratulazioni|complimenti) (hai|ha|sei|lei);
      (sei|è) stato (selezionato|scelto|estratto) (per|come|a caso|tra);
      (casinò|casino|farmacia|poker|scommesse) online; bonus casinò; giri gratis;
      (repliche|replica|imitazioni) (di orologi|rolex|di rolex|di lusso|orologi); schema piramidale;
      catena di sant antonio;
      (verifica|verifichi|conferma|confermi|aggiorna|aggiorni) [subito|immediatamente] il (tuo|suo) (account|conto|profilo) (subito|immediatamente|entro|ora|per evitare|altrimenti);
      (conferma|confermi|aggiorna|verifica) i (tuoi|suoi) dati (bancari|di pagamento|di accesso|della carta) (subito|immediatamente|entro|ora|per evitare|altrimenti);
      la (tua|sua) casella [di posta] è piena`,
    ],
    [
      1.5,
      `
      il (tuo|suo) (account|conto|accesso) (è stato|sarà|è) [temporaneamente|definitivamente] (sospeso|bloccato|limitato|disattivato|chiuso);
      attività (insolita|sospetta) sul (tuo|suo) (conto|account); senza [alcun|nessun] rischio;
      (nessun|zero) rischio; senza rischi;
      (completamente|totalmente|assolutamente|interamente) (gratis|gratuito|gratuita);
      100 % (gratis|gratuito); (regalo|bonus|denaro|soldi|iphone|bitcoin|omaggio) (gratis|gratuito);
      (senza|nessun|nessuna) (obbligo d acquisto|obbligo|costi nascosti|trucchi|inganni|esperienza richiesta|intermediari|spese nascoste);
      (agisci|agisca|chiama|chiami) (ora|subito|adesso|immediatamente);
      non (aspettare|aspetti|esitare|esiti|perdere tempo) [oltre|ancora];
      (occasione|opportunità|offerta) (unica|irripetibile) [nella vita];
      (ultimo|ultima) (avviso|avvertimento|sollecito);
      (risposta|azione|attenzione) (urgente|immediata) [richiesta];
      il tempo sta (per scadere|scadendo|finendo); affrettati; si affretti; sbrigati;
      (prezzo|prezzi|offerta|offerte|risultati|sconto|sconti) (incredibile|incredibili|imbattibile|imbattibili|pazzesco|pazzeschi|pazzesca|pazzesche|folli|da urlo|stracciati);
      non (crederai|ci crederai) [ai tuoi occhi];
      (i medici|le banche|i dottori) (odiano|nascondono|non vogliono);
      (farmaci|medicinali|pillole|sigarette|software) (a basso costo|economici|economiche|scontati);
      caduta dei capelli; (elimina|cancella) le rughe; ormone della crescita;
      (reddito|guadagni|guadagno|entrate) (extra|passivo|passive|aggiuntivo|illimitati|supplementare);
      lavoro da casa; (alto|alti|elevati) (rendimento|rendimenti|profitti|guadagni);
      (bitcoin|cripto|forex|trading) (profitti|robot|milionario|segreto|segnali|guadagni);
      moltiplica (il tuo|i tuoi) (denaro|soldi|guadagni|capitale);
      # (milioni|milione|miliardi) [di] (euro|dollari|usd|eur); migliaia di (euro|dollari);
      (donne|ragazze) (russe|ucraine|asiatiche); single (nella tua zona|vicino a te|della tua zona)`,
    ],
    [
      0.8,
      `
      soddisfazione garantita; (risultati|risultato|successo|qualità) (garantiti|garantito|garantita);
      cosa (aspetti|aspetta|stai aspettando); (visto|vista|visti) in (tv|televisione); accesso immediato;
      tutto deve andare; fuori tutto; (liste|elenchi) di (email|e mail|indirizzi); invio massivo;
      (aumenta|incrementa|raddoppia) le (tue|sue) (vendite|visite);
      (miglior|migliori|più basso|più bassi) (prezzo|prezzi) (garantito|garantiti|di sempre);
      (è la tua|questa è la tua) (ultima|unica) (occasione|possibilità|opportunità);
      (gentile|caro|egregio) (cliente|utente|consumatore|socio)`,
    ],
    [
      0.25,
      `
      (clicca|clicchi|cliccare|premi) qui; (compra|acquista|ordina) (ora|subito|adesso); tempo limitato;
      offerta (limitata|esclusiva|speciale); ultima (occasione|possibilità|chance);
      fino ad esaurimento scorte; (grandi|mega|super) (sconti|sconto|offerte|offerta|saldi);
      non (perdere|perderti|farti scappare); solo (oggi|per oggi); ultime ore; affarone`,
    ],
  ],
  disguised: `
      viagra cialis levitra kamagra casinò lotteria vincitore premio gratis soldi denaro credito prestito
      debiti bonus bitcoin porno sesso nuda pillole farmacia rolex reddito sconto economico garantito
      garanzia conto banca paypal amazon urgente milione milioni euro regalo`,
  unsubscribe: `
      disiscriviti; disiscriversi; disiscrizione; disiscrivermi; disiscrivi; disiscrivere;
      cancella [la|l] iscrizione; (cancellati|cancellarsi|cancellarti|cancellarmi) [dalla|da];
      (annulla|annullare|cancellare|disdire|revoca) [la|l|tua|la tua|mia] (iscrizione|sottoscrizione|abbonamento);
      (gestisci|gestire|modifica|modificare|aggiorna|cambia) [le|la|i|l] [tue|tua|mie|tuoi] (preferenze|iscrizione|iscrizioni|notifiche|abbonamento|email);
      preferenze (email|e mail|di comunicazione|di contatto);
      non (ricevere|desideri|vuoi|desidero|voglio) [più|ricevere]; (smettere|smetti) di ricevere`,
  address: `
      via; viale; v le; piazza; p zza; piazzale; corso; c so; largo; strada; vicolo; lungomare; contrada;
      località; cap; casella; scala; vico; borgo`,
  money: `euro; dollaro; dollari; franchi; sterline`,
  millions: `milione; milioni; miliardo; miliardi; mln; mld`,
};
