/** The same news in plain words and in the words of contracts, by language. Written for this test. */
export const PAIRS: Readonly<Record<string, { easy: string; legalese: string }>> = {
  en: {
    easy: 'Your parcel is on its way. It will come on Friday. If you are out, we will leave it next door. You can send it back for free.',
    legalese:
      'Notwithstanding any provisions to the contrary contained herein, the consignee acknowledges that delivery obligations shall be considered satisfied upon presentation of the merchandise at the designated premises, irrespective of the availability of authorized representatives.',
  },
  de: {
    easy: 'Ihr Paket ist auf dem Weg. Es kommt am Freitag. Wenn Sie nicht da sind, geben wir es beim Haus nebenan ab. Sie können es gratis zurück geben.',
    legalese:
      'Ungeachtet anderslautender Bestimmungen dieser Geschäftsbedingungen gilt die Lieferverpflichtung des Auftragnehmers mit der Bereitstellung der Warensendung an der vereinbarten Empfangsadresse als vollumfänglich erfüllt, unabhängig von der Anwesenheit empfangsberechtigter Bevollmächtigter.',
  },
  es: {
    easy: 'Tu paquete está en camino. Llega el viernes. Si no estás en casa, se lo damos al vecino. Lo puedes devolver gratis. Te damos un mes.',
    legalese:
      'Sin perjuicio de cualesquiera disposiciones contrarias contenidas en las presentes condiciones generales, las obligaciones contractuales de entrega se considerarán íntegramente satisfechas mediante la presentación de las mercancías en el establecimiento designado, independientemente de la disponibilidad de representantes debidamente autorizados.',
  },
  fr: {
    easy: 'Votre colis est en route. Il arrive vendredi. Si vous n’êtes pas là, nous le laissons à côté. Le retour ne coûte rien. Vous avez un mois.',
    legalese:
      'Nonobstant toute disposition contraire contenue dans les présentes conditions générales, les obligations contractuelles de livraison seront considérées comme intégralement satisfaites par la présentation des marchandises à l’établissement désigné, indépendamment de la disponibilité des représentants dûment habilités.',
  },
  it: {
    easy: 'Il tuo pacco è in viaggio. Arriva venerdì. Se non sei a casa, lo diamo al vicino. Lo puoi rendere gratis. Hai un mese di tempo.',
    legalese:
      'Indipendentemente da qualsiasi disposizione contraria contenuta nelle presenti condizioni generali, le obbligazioni contrattuali relative alla consegna si considereranno integralmente adempiute mediante la presentazione delle merci presso lo stabilimento designato, prescindendo dalla disponibilità di rappresentanti debitamente autorizzati.',
  },
  nl: {
    easy: 'Je pakje is op weg. Het komt op vrijdag. Ben je er niet, dan leggen we het bij de buren. Je mag het gratis terug sturen. Je hebt een maand.',
    legalese:
      'Niettegenstaande andersluidende bepalingen in deze algemene leveringsvoorwaarden worden de contractuele leveringsverplichtingen van de opdrachtnemer geacht volledig te zijn nagekomen door aanbieding van de goederen op het overeengekomen afleveradres, ongeacht de aanwezigheid van daartoe gemachtigde vertegenwoordigers.',
  },
  pt: {
    easy: 'A sua caixa já vai a caminho. Chega na sexta. Se não está em casa, fica com o vizinho. Pode mandar de volta sem pagar nada. Tem um mês.',
    legalese:
      'Não obstante quaisquer disposições contrárias constantes das presentes condições gerais, as obrigações contratuais de entrega considerar-se-ão integralmente satisfeitas mediante a apresentação das mercadorias no estabelecimento designado, independentemente da disponibilidade de representantes devidamente autorizados.',
  },
  sv: {
    easy: 'Ditt paket är på väg. Det kommer på fredag. Är du inte hemma får din granne det. Du kan skicka det till oss igen gratis. Du har en månad på dig.',
    legalese:
      'Oaktat motstridiga bestämmelser i föreliggande leveransvillkor betraktas leverantörens avtalsenliga leveransförpliktelser såsom fullgjorda genom tillhandahållandet av varuförsändelsen på överenskommen mottagningsadress, oberoende av tillgängligheten av vederbörligen befullmäktigade företrädare.',
  },
};
