/** How URLs and merge tags name unsubscribing, in all languages. */
const NAMED =
  /unsub|opt[-_]?out|list[-_]?leave|leave[-_]?list|abmeld|austrag|desabon|desinscri|desuscri|darse[-_]?de[-_]?baja|\/baja\b|afmeld|uitschrij|disiscri|cancellazione|descadastr|cancelar[-_]?(?:inscri|subscri|assina)|preferences?[-_]?(?:cent|page|url|link)|(?:manage|email|update|subscription)[-_]?(?:preferences|subscriptions?|settings)|UPDATE_PROFILE/i;

/** Whether a URL or merge tag speaks of unsubscribing. */
export const namesUnsubscribing = (text: string): boolean => NAMED.test(text);
