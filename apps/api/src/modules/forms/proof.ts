/**
 * The work that the page of a form does while many are sent: the browser finds a number that takes it about a second.
 * A challenge belongs to one page by its token, so a proof counts once as the token does.
 */
import { hkdfSync, randomInt } from 'node:crypto'
import { type Challenge, createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import { digestOf } from './form-token.ts'

/** The field of the page; no question can have this name. */
export const PROOF_FIELD = '~proof'

const ALGORITHM = 'PBKDF2/SHA-256'
/** The rounds of one try, and how many tries there are: together about a second of a phone. */
const ROUNDS = 5000
const TRIES = { least: 150, most: 350 } as const
const PROOF_MAX = 2000

const proofSchema = z.object({
  challenge: z.object({ parameters: z.looseObject({ data: z.object({ page: z.string() }) }), signature: z.string() }),
  solution: z.object({ counter: z.int().nonnegative(), derivedKey: z.string() }),
})

interface Proofs {
  challengeOf(token: string): Promise<Challenge>
  /** Whether the text proves the work of the page with this token. */
  isProof(token: string, text: string): Promise<boolean>
}

export function formProofs({ authSecret }: { readonly authSecret: string }): Proofs {
  const secretFor = (use: string) =>
    Buffer.from(hkdfSync('sha256', authSecret, '', `foyer: proofs of forms, ${use}`, 32)).toString('base64')
  const secrets = { hmacSignatureSecret: secretFor('challenge'), hmacKeySignatureSecret: secretFor('key') }
  const pageOf = (token: string) => digestOf('proof', token)
  return {
    challengeOf: (token) =>
      createChallenge({
        ...{ algorithm: ALGORITHM, cost: ROUNDS, counter: randomInt(TRIES.least, TRIES.most) },
        ...{ data: { page: pageOf(token) }, deriveKey, ...secrets },
      }),
    async isProof(token, text) {
      const given = text.length > PROOF_MAX ? null : proofSchema.safeParse(jsonOf(text)).data
      if (!given || given.challenge.parameters.data.page !== pageOf(token)) return false
      const challenge = given.challenge as unknown as Challenge
      const { verified } = await verifySolution({ challenge, solution: given.solution, deriveKey, ...secrets })
      return verified
    },
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
