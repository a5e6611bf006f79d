/** While many forms come, their pages prove that no robot sends them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { digestOf } from './form-token.ts'
import { type Forms, filled, GOOD, openForms, read } from './forms.suite.ts'
import { PROOF_FIELD } from './proof.ts'

let clinic: Forms
beforeAll(async () => {
  clinic = await openForms()
})
afterAll(() => clinic.close())

const page = async (formId: string) => read(await (await fetch(`${clinic.pagesUrl}/f/${formId}`)).text())
const newest = async (formId: string) => (await clinic.submissions({ formId }))[0]

/** A form that was sent so often within the hour. */
async function sentOften(uses: number): Promise<string> {
  const { _id: formId } = await clinic.form()
  await clinic.send(formId, GOOD)
  const key = digestOf('form use', 'form', formId)
  await clinic.store.query('update form_uses set uses = $1 where key = $2', [uses, key])
  return formId
}

test('a page asks for work from half of the limit on, and a form with its proof is new [SEC-06]', async () => {
  const formId = await sentOften(29)
  expect((await page(formId)).challenge).toBeNull()
  const busy = await sentOften(30)
  const shown = await page(busy)
  expect(shown.challenge?.parameters).toMatchObject({ algorithm: 'PBKDF2/SHA-256', keyPrefix: expect.any(String) })
  const sent = await clinic.send(busy, { ...GOOD, ...(await filled(shown)) })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `/f/${busy}/thanks`])
  expect(await newest(busy)).toMatchObject({ state: 'new', heldFor: null })
})

test('a form without the proof is held with the same answer, and uses up nothing of the form [SEC-06]', async () => {
  const formId = await sentOften(30)
  const mine = await filled(await page(formId))
  const other = await filled(await page(formId))
  const { challenge, solution } = JSON.parse(mine[PROOF_FIELD] ?? '')
  const wrong = { ...solution, derivedKey: `${solution.derivedKey.slice(0, -2)}00` }
  const easier = { ...challenge, parameters: { ...challenge.parameters, cost: 1 } }
  for (const [why, proof] of [
    ['a page without a script', ''],
    ['text that is none', '{"challenge":'],
    ['the proof of another page', other[PROOF_FIELD] ?? ''],
    ['a wrong key', JSON.stringify({ challenge, solution: wrong })],
    ['a challenge that was changed', JSON.stringify({ challenge: easier, solution })],
    ['a text that is too long', 'x'.repeat(5000)],
  ] as const) {
    const { token } = await page(formId)
    // The last but two lie about the page with its own token.
    const own = why === 'a wrong key' || why === 'a challenge that was changed' ? (mine.token ?? '') : token
    const sent = await clinic.send(formId, { ...GOOD, name: why, token: own, [PROOF_FIELD]: proof })
    expect([sent.status, sent.headers.get('location')], why).toEqual([303, `/f/${formId}/thanks`])
    const kept = await newest(formId)
    expect(kept.state, why).toBe('held')
    expect(['unproven', 'repeated'], why).toContain(kept.heldFor)
  }
  const [row] = await clinic.store.query<{ uses: number }>('select uses from form_uses where key = $1', [
    digestOf('form use', 'form', formId),
  ])
  expect(row?.uses).toBe(30)
})

test('a page from before the rush is shown again with its answers, and sent once more it is new', async () => {
  const { _id: formId } = await clinic.form()
  const token = await clinic.token(formId)
  const before = await clinic.submissions({ formId })
  await clinic.store.query(
    `insert into form_uses (key, uses, until) values ($1, 40, '2100-01-01')
     on conflict (key) do update set uses = 40`,
    [digestOf('form use', 'form', formId)],
  )
  const shown = await clinic.send(formId, { ...GOOD, token, phone: '5125550177' })
  const html = await shown.text()
  expect(shown.status).toBe(200)
  expect(html).toContain('Please press Send once more')
  expect(html).toContain('5125550177')
  expect(await clinic.submissions({ formId })).toEqual(before)
  const again = read(html)
  expect(again.token).toBe(token)
  expect((await clinic.send(formId, { ...GOOD, ...(await filled(again)) })).status).toBe(303)
  expect(await newest(formId)).toMatchObject({ state: 'new' })
})
