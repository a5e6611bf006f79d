import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Clinic, openClinic } from '../clinic.suite.ts'
import { refoldSearchTexts } from './search-texts.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await openClinic()
  const { query } = clinic.store
  await query(`update patients set first_name = 'Saúl', last_name = 'O''Hara' where id = 'p1'`)
  // As a program of before writes them: in lower case, with accents and punctuation.
  await query(`insert into conversations
    (organization_id, id, patient_id, channel, sender, phone_number, status, last_message_at, search_text, version) values
    ('o1', 'named', 'p1', 'sms', '+15125550142', '+15125550142', 'open', now(), E'saúl o''hara\n204-8817\n15125550142', 7),
    ('o2', 'other', 'p9', 'sms', '+15125550142', '+15125550142', 'open', now(), E'olga petrova\nl1\n15125550142', 7)`)
  await query(`insert into conversations
    (organization_id, id, channel, sender, phone_number, status, last_message_at, search_text, version)
    select 'o1', 'u' || n, 'sms', 's' || n, '+1512000' || n, 'open', now(), E'unknown\n\n1512000' || n, 7
    from generate_series(1000, 2200) as n`)
})
afterAll(() => clinic.close())

const textOf = async (id: string) => {
  const [row] = await clinic.store.query<{ search_text: string; version: string }>(
    'select search_text, version from conversations where id = $1',
    [id],
  )
  return row
}
const oldTexts = async () =>
  (await clinic.store.query(`select id from conversations where left(search_text, 1) <> E'\n'`)).length

test('search texts of a program of before are rewritten in every organization, and no version changes', async () => {
  await refoldSearchTexts(clinic.parts)
  expect(await oldTexts()).toBe(0)
  expect(await textOf('named')).toMatchObject({ search_text: '\nsaul o hara ohara\n204 8817 2048817\n15125550142' })
  expect(await textOf('other')).toMatchObject({ search_text: '\nolga petrova\nl1\n15125550142' })
  expect(await textOf('u2200')).toMatchObject({ search_text: '\nunknown\n\n15120002200' })
  const versions = await clinic.store.query('select distinct version::int from conversations')
  expect(versions).toEqual([{ version: 7 }])
})

test("search texts are written in their present form by a patient's text", async () => {
  const { id } = await clinic.text('+15125550199', 'Hello')
  expect(await textOf(id)).toMatchObject({ search_text: '\nunknown\n\n15125550199' })
})
