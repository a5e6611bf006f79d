import { hash, verify } from '@node-rs/argon2'

/** argon2id (the library's default) with the costs that OWASP lists first: about 20 ms and 19 MiB. */
const costs = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password, costs)
}

export function isPassword({ hash: known, password }: { hash: string; password: string }): Promise<boolean> {
  return verify(known, password)
}
