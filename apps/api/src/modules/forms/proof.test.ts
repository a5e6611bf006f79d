import type { Solution } from 'altcha-lib'
import { expect, test } from 'vitest'
import { formProofs } from './proof.ts'

const SCRIPT: string = './page/work.js'
const { solve } = (await import(SCRIPT)) as { readonly solve: (parameters: object) => Promise<Solution> }
const proofs = formProofs({ authSecret: 'a'.repeat(40) })

test('isProof takes what the script of the page finds, for that page alone [SEC-06]', async () => {
  const challenge = await proofs.challengeOf('one')
  const solution = await solve(challenge.parameters)
  const text = JSON.stringify({ challenge, solution })
  expect(await proofs.isProof('one', text)).toBe(true)
  expect(await proofs.isProof('two', text)).toBe(false)
  expect(await formProofs({ authSecret: 'b'.repeat(40) }).isProof('one', text)).toBe(false)
  expect(solution.counter).toBeGreaterThanOrEqual(150)
})

test('isProof refuses what was changed, and what is no proof, without a failure', async () => {
  const challenge = await proofs.challengeOf('one')
  const { parameters, signature = '' } = challenge
  const solution = { counter: 0, derivedKey: parameters.keyPrefix.padEnd(64, '0') }
  const easier = { ...parameters, cost: 1, keyPrefix: '00' }
  const bare = { ...parameters, keySignature: undefined }
  for (const given of [
    ...[
      { challenge, solution },
      { challenge: { parameters: easier, signature }, solution },
    ],
    ...[
      { challenge: { parameters: bare, signature }, solution },
      { challenge, solution: { ...solution, counter: -1 } },
    ],
    ...[{ challenge, solution: { ...solution, derivedKey: 'zz' } }, { challenge: {}, solution }, {}, null, 'text', 7],
  ])
    expect(await proofs.isProof('one', JSON.stringify(given)), JSON.stringify(given)).toBe(false)
  for (const text of ['', 'none', '{', '['.repeat(1999), 'x'.repeat(5000)])
    expect(await proofs.isProof('one', text), text.slice(0, 10)).toBe(false)
})
