import { definitionExample } from '@foyer/contracts/automations/automation.ts'
import { definitionSchema } from '@foyer/contracts/automations/definition.ts'
import { expect, test } from 'vitest'
import type { GraphqlRequest } from '../../../api/graphql.ts'
import { adderOf } from './add-automation.actors.ts'

const definition = definitionSchema.parse(definitionExample)
const named = (name: string) => ({ ...definition, organizationId: 'org_cedar', name, tell: [], key: 'key1' })
const refused = (reason: string) => [{ message: 'A sentence', extensions: { reason } }]

/** A server that adds once for each key, and refuses another automation under it. */
function serve() {
  const kept = new Map<string, { readonly asked: string; readonly id: string }>()
  const names: unknown[] = []
  const failing: { before?: unknown; after?: unknown } = {}
  const take = (part: 'before' | 'after') => {
    const { [part]: failure } = failing
    delete failing[part]
    if (failure !== undefined) throw failure
  }
  const ask = async <Data>({ variables, headers = {} }: GraphqlRequest): Promise<Data> => {
    const [asked, key] = [JSON.stringify(variables), headers['idempotency-key'] ?? '']
    take('before')
    const before = kept.get(key)
    if (before !== undefined && before.asked !== asked) throw refused('key_reused')
    const { id } = before ?? { id: `aut_${kept.size + 1}` }
    if (before === undefined) {
      kept.set(key, { asked, id })
      names.push(Reflect.get(Object(variables.automation), 'name'))
    }
    take('after')
    return { saveAutomation: { _id: id } } as Data
  }
  return { add: adderOf(ask), failing, names }
}

test.each([
  ['the answer is lost', new TypeError('Failed to fetch')],
  ['the store breaks off after it added', refused('unavailable')],
  ['the server breaks after it added', refused('failed')],
])('adderOf asks for the first automation again when %s', async (_, failure) => {
  const { add, failing, names } = serve()
  failing.after = failure
  await expect(add(named('Refills'))).rejects.toThrow()
  expect(await add(named('Refills today'))).toEqual({ automationId: 'aut_1', isFormer: true })
  expect(names).toEqual(['Refills'])
})

test.each(['in_progress', 'key_reused', 'rate_limited', 'no_session'])(
  'adderOf asks for the first automation again when a try after a lost answer ends with %s',
  async (reason) => {
    const { add, failing, names } = serve()
    failing.after = new TypeError('Failed to fetch')
    await expect(add(named('Refills'))).rejects.toThrow()
    failing.before = refused(reason)
    await expect(add(named('Refills today'))).rejects.toMatchObject({ reason })
    expect(await add(named('Refills today'))).toEqual({ automationId: 'aut_1', isFormer: true })
    expect(names).toEqual(['Refills'])
  },
)

test('adderOf asks for the changed automation when the first one was refused', async () => {
  const { add, failing, names } = serve()
  failing.before = refused('not_valid')
  await expect(add(named('Refills'))).rejects.toMatchObject({ reason: 'not_valid' })
  expect(await add(named('Refills today'))).toEqual({ automationId: 'aut_1', isFormer: false })
  expect(names).toEqual(['Refills today'])
})
