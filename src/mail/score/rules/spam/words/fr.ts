import type { SpamWords } from './spam-words.ts';

export const french: SpamWords = {
  phrases: [
    [
      3,
      `
      (cher|chère) [heureux|heureuse] (gagnant|gagnante);
      vous (avez|venez de) (gagné|gagner|remporté|remporter) [le|la|un|une|#];
      vous êtes [le|la|notre|l] [heureux|heureuse|grand] (gagnant|gagnante);
      votre adresse [e mail|email|mail|électronique] a été (sélectionnée|tirée) [au sort];
      (notification|avis) de gain; (loterie|loto) (nationale|internationale|en ligne|microsoft);
      gain de loterie; bénéficiaire (du fonds|des fonds|de la somme|de l héritage); plus proche parent;
      (fonds|héritage|sommes) non (réclamés|réclamé|réclamées); transfert de [la] (fonds|la somme|somme);
      virement sur votre compte de la somme; transférer [cette somme|ces fonds|les fonds] sur votre compte;
      (proposition|transaction) (d affaires|commerciale) (urgente|confidentielle);
      affaire (urgente|confidentielle); (mon|ma) (défunt|défunte|feu) (mari|père|client|époux|mère);
      sans ordonnance; (viagra|cialis|levitra|kamagra) [pas cher|générique|en ligne];
      (agrandissement|agrandir|allongement) [du|de votre|votre|de] (pénis|sexe|verge);
      troubles de l érection; dysfonction érectile; (garanti|garantie|garantis) [à] 100 [%];
      100 % (garanti|garantie|garantis|sans risque|remboursé);
      (doublez|doubler) (votre|vos) (argent|revenus|mise|capital|investissement|gains);
      (femmes|filles) (chaudes|coquines|nues|sexy) [près de chez vous];
      rencontres (coquines|sexe|adultes|chaudes); plan (cul|sexe); sexe (en direct|live|gratuit)`,
    ],
    [
      2.5,
      `
      (cher|chère|chers) (ami|amie|amis|bien aimé|bien aimée|bénéficiaire|titulaire du compte|utilisateur de messagerie);
      (ceci|ce message|cet email|cet e mail|ce courriel|ce mail) n est pas (du spam|un spam|du pourriel|une arnaque|une blague|une chaîne);
      (pas une|n est pas une) arnaque; cliquez [ici] pour être (retiré|supprimé|désinscrit|effacé);
      répondez [avec|par] (retirer|remove|supprimer); satisfait ou remboursé;
      (garantie|garanti) (remboursé|remboursement|satisfait ou remboursé);
      gagnez [jusqu à|plus de] # [euros|dollars] (par|chaque|en) (jour|semaine|mois|heure|un jour);
      (gagnez|gagner) [de l|beaucoup d|de] argent (facile|facilement|rapidement|en ligne|depuis chez vous|en dormant|à domicile|sur internet|chez vous);
      argent (facile|rapide|gratuit);
      (travaillez|travail|travailler) (à domicile|depuis chez vous|de chez vous) et gagnez;
      (liberté|indépendance) financière; (devenez|devenir) (riche|millionnaire); soyez votre propre patron;
      (crédit|prêt) (rapide|immédiat|sans justificatif|sans refus|garanti|entre particuliers|accepté|sans enquête);
      (effacez|éliminez|supprimez) vos dettes;
      (sans|mauvais) (vérification de crédit|dossier de crédit accepté|antécédents accepté);
      (approbation|acceptation|revenus|gains|profits|rendement) (garantie|garantis|garanti|immédiate);
      interdit bancaire accepté; (perdez|perdre) [jusqu à] # (kilos|kg) [en];
      (maigrir|maigrissez|mincir|perdre du poids|perdez du poids) (vite|rapidement|sans effort|sans régime|en dormant|en # jours);
      (pilule|pilules|régime|produit|remède|crème) (miracle|minceur|amaigrissante|amaigrissantes);
      (brûlez|brûler|brûle) (la|les|vos) (graisse|graisses);
      (réclamez|récupérez|retirez) votre (prix|gain|lot|cadeau gratuit|récompense|argent);
      félicitations vous (avez|êtes); vous avez été (sélectionné|sélectionnée|choisi|choisie|tiré au sort);
      (casino|pharmacie|poker|paris) en ligne; bonus (casino|de casino); tours gratuits;
      (répliques|réplique|imitation|imitations) (de montres|rolex|de rolex|montres|de luxe);
      vente pyramidale; chaîne de lettres;
      (vérifiez|confirmez|validez|mettez à jour) [immédiatement] votre (compte|mot de passe|identité) (immédiatement|sous #|dans les|maintenant|pour éviter|sinon|faute de quoi);
      (confirmez|mettez à jour|vérifiez) vos (coordonnées bancaires|données bancaires|informations bancaires|informations de paiement|identifiants) (immédiatement|sous|dans les|pour éviter|sinon|maintenant);
      votre (boîte|messagerie) [aux lettres|mail] est pleine`,
    ],
    [
      1.5,
      `
      votre (compte|accès) (a été|est|sera) [temporairement|définitivement] (suspendu|bloqué|limité|désactivé|fermé|restreint);
      activité (inhabituelle|suspecte) sur votre compte; sans [aucun] risque; aucun risque; zéro risque;
      (totalement|entièrement|absolument|complètement) (gratuit|gratuite|gratuits|gratuitement);
      100 % (gratuit|gratuite|gratuits); (cadeau|bonus|argent|iphone|bitcoin|accès) gratuit;
      sans (engagement aucun|obligation d achat|obligation|frais cachés|piège|expérience requise|intermédiaire);
      aucune (obligation|expérience requise);
      (agissez|appelez|profitez en|commandez) (maintenant|vite|immédiatement|sans attendre);
      n (attendez|hésitez) (plus|pas une seconde); n attendez plus; ne (tardez|perdez) (pas|plus);
      (occasion|opportunité|offre|chance) unique [dans une vie];
      (dernier|ultime) (avertissement|avis|rappel);
      (réponse|action|attention) (urgente|immédiate) [requise]; action requise sous #; le temps presse;
      dépêchez vous; faites vite;
      (prix|offre|offres|résultats|remise|remises) (incroyable|incroyables|imbattable|imbattables|hallucinant|hallucinants|fou|fous|cassés|sensationnelle);
      vous n allez pas (en revenir|y croire|le croire);
      (les médecins|les banques|les banquiers) (détestent|vous cachent|ne veulent pas);
      (médicaments|pilules|cigarettes|logiciels) (pas cher|pas chers|à bas prix|discount); chute de cheveux;
      anti rides (miracle|révolutionnaire); hormone de croissance;
      (revenus|revenu|gains) (supplémentaires|complémentaires|passifs|passif|illimités|complémentaire);
      complément de revenu; travail à domicile;
      (rendement|rendements|profits|gains) (élevé|élevés|énormes|exceptionnels);
      (bitcoin|crypto|forex|trading) (profits|robot|millionnaire|secret|signaux|gains);
      multipliez (votre|vos) (argent|gains|revenus|capital);
      # (millions|milliards) [de|d] (euros|dollars|usd|eur); (des milliers|milliers) (d euros|de dollars);
      (femmes|filles) (russes|ukrainiennes|asiatiques);
      célibataires (près de chez vous|dans votre région|de votre région)`,
    ],
    [
      0.8,
      `
      satisfaction garantie; (résultats|résultat|succès|réussite) (garantis|garanti|garantie);
      qu attendez vous; vu à la (télé|télévision|tv); accès immédiat; tout doit disparaître;
      (fichiers|listes|base) (d emails|d adresses email|emails); envoi en masse;
      (augmentez|boostez|explosez) (votre|vos) (ventes|trafic|chiffre d affaires|libido);
      référencement garanti; (meilleur|meilleurs|plus bas) prix (garanti|garantis|du marché|jamais);
      c est votre (dernière|seule) chance;
      (cher|chère) (client|cliente|utilisateur|utilisatrice|membre|consommateur)`,
    ],
    [
      0.25,
      `
      cliquez ici; cliquer ici; (achetez|commandez) (maintenant|vite);
      (durée|temps|offre|quantité) (limitée|limité); dernière chance; jusqu à épuisement des stocks;
      (offre|offres) (exclusive|exceptionnelle|spéciale|exclusives|exceptionnelles);
      (méga|super) (promo|promotion|remise|soldes|offre); ne (manquez|ratez) pas; aujourd hui seulement;
      dernières heures; bonnes affaires`,
    ],
  ],
  disguised: `
      viagra cialis levitra kamagra casino loterie gagnant gratuit argent crédit prêt dettes bonus bitcoin
      porno sexe pilules pharmacie rolex revenus promo garanti garantie compte banque paypal amazon urgent
      million millions euros cadeau`,
  unsubscribe: `
      désabonner; désabonnement; désabonnez; désinscrire; désinscription; désinscrivez; désinscrit;
      se désabonner; résilier;
      (gérer|gérez|modifier|modifiez) (mes|vos|les|ses|votre|mon) (préférences|abonnements|abonnement|notifications|emails|alertes);
      préférences (de communication|d e mail|email|de contact|d abonnement); (ne plus|plus) recevoir;
      annuler (mon|votre|l|cet) abonnement; arrêter de recevoir`,
  address: `
      rue; avenue; av; boulevard; bd; blvd; place; quai; chemin; allée; allées; impasse; route; cours;
      faubourg; passage; square; bp; cedex; bâtiment; cs`,
  money: `euro; euros; dollar; dollars; francs; chf; livres`,
  millions: `million; millions; milliard; milliards; mio`,
};
