import { createHmac } from 'node:crypto';

/** The fields of a signed user, signed here as a customer's backend does it, independently of the service. */
export function signUser(signingKey: string, id = 'u-ada', name = 'Ada') {
  return {
    user_id: id,
    user_name: name,
    user_signature: createHmac('sha256', signingKey).update(id).digest('hex'),
  };
}

export type SignedUser = ReturnType<typeof signUser>;
