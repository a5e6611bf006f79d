import { campaignAudience } from '@foyer/contracts/campaign/launch-calls.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Campaigns, openCampaigns, WORDS } from '../campaigns.suite.ts'

let clinic: Campaigns
beforeAll(async () => {
  clinic = await openCampaigns()
  const { query } = clinic.store
  await query(`update patients set email = 'r@carver.test', timezone = 'America/Denver' where id = 'p1'`)
  await query(`insert into patients (organization_id, id, import_id, first_name, last_name, phone_number, email, deceased)
    values
    ('o1', 'a1', 'ia1', 'Ada', 'Opted', '+15125550151', 'ada@patients.test', false),
    ('o1', 'a2', 'ia2', 'Bob', 'Blocked', '+15125550152', null, false),
    ('o1', 'a3', 'ia3', 'Cy', 'Asked', '+15125550153', null, false),
    ('o1', 'a4', 'ia4', 'Di', 'Dead', '+15125550154', null, true),
    ('o1', 'a5', 'ia5', '', 'Nameless', '+15125550155', null, false),
    ('o1', 'a6', 'ia6', 'Fay', 'Numberless', null, 'r@carver.test', false),
    ('o1', 'a7', 'ia7', 'Gus', 'Landline', '+15125550157', null, false),
    ('o1', 'a8', 'ia8', 'Hal', 'Abroad', '+442079460000', null, false),
    ('o1', 'a9', 'ia9', 'Ida', 'Texted', '+15125550159', null, false)`)
  await query(`insert into consents (organization_id, phone_number, sms_status) values
    ('o1', '+15125550151', 'opted_out'), ('o1', '+15125550152', 'blocked'), ('o2', '+15125550142', 'opted_out')`)
  for (const from of ['+15125550153', '+15125550157', '+15125550159']) await clinic.text(from, 'Hello')
  await query(`update conversations set asked_to_stop = true where phone_number = '+15125550153'`)
  await addWords(
    '+15125550157',
    ['delivered', null],
    ['undelivered', 'The number is a landline or cannot receive texts.'],
  )
  await addWords(
    '+15125550159',
    ['undelivered', 'The number is a landline or cannot receive texts.'],
    ['delivered', null],
  )
})
afterAll(() => clinic.close())

/** Adds texts to the number with what the carrier said of each, in their order. */
async function addWords(number: string, ...words: [status: string, reason: string | null][]) {
  for (const [place, [status, reason]] of words.entries())
    await clinic.store.query(
      `insert into messages (organization_id, id, conversation_id, direction, body, created_at, status, failure_reason,
         handed_at, version)
       select 'o1', id || $2::int, id, 'outbound', 'Hi', timestamptz '2026-11-19T16:00:00Z' + $2::int * interval '1 minute', $3, $4,
         now(), 1 from conversations where phone_number = $1`,
      [number, place, status, reason],
    )
}

const ALL = { kind: 'filters', rules: [] }
const count = async (body: object = {}) => {
  const { status, body: answer } = await clinic.ask('campaignAudience', {
    body: { type: 'SMS', audience: ALL, content: 'Hi {{firstName}}. {{clinic}}', ...body },
  })
  expect(status, JSON.stringify(answer)).toBe(200)
  return campaignAudience.reply.strict().parse(answer).data
}
const namesOf = async (body: object) => (await count(body)).sample.map(({ name }) => name)

describe('campaignAudience', () => {
  test('counts who gets it, and why the others do not [CAMP-01]', async () => {
    const counted = await count()
    expect(counted).toMatchObject({ matching: 13, willGet: 4, gaps: [], segments: 4, cursor: null })
    expect(counted.skipped).toEqual(
      [
        ...['asked_to_stop', 'blocked', 'deceased', 'missing_field', 'no_address', 'not_enabled', 'opted_out'],
        ...['shared_number', 'unreachable'],
      ].map((reason) => ({ reason, count: 1 })),
    )
    expect(counted.cost).toEqual({ micros: 4 * 8300, currency: 'USD', perSegment: 8300 })
  })

  test('shows those who get it, with all their fields', async () => {
    const { sample } = await count()
    expect(sample.map(({ name }) => name)).toEqual(['Ida Texted', 'Rosalind Carver', 'Miguel Santos', 'Twin One'])
    expect(sample[1]).toEqual({
      ...{ patientId: 'p1', name: 'Rosalind Carver', address: '+15125550142' },
      fields: {
        ...{ firstName: 'Rosalind', lastName: 'Carver', name: 'Rosalind Carver' },
        ...{ clinic: 'Cedar Ridge', clinicPhone: '(512) 555-0100' },
      },
    })
  })

  test('shows those who are left out for a reason', async () => {
    expect(await namesOf({ reason: 'unreachable' })).toEqual(['Gus Landline'])
    expect(await namesOf({ reason: 'shared_number' })).toEqual(['Twin Two'])
    expect(await namesOf({ reason: 'no_consent' })).toEqual([])
  })

  test('counts gaps that have other words, and the patients who lack a field without', async () => {
    const counted = await count({ content: WORDS })
    expect([counted.willGet, counted.gaps]).toEqual([5, [{ field: 'firstName', count: 1 }]])
    const visits = await count({ content: '{{visitDate}}. {{clinic}}' })
    expect([visits.willGet, visits.skipped[0]]).toEqual([0, { reason: 'missing_field', count: 6 }])
  })

  test('fills in the coming visit and its doctor', async () => {
    await clinic.store.query(`insert into doctors (organization_id, id, first_name, last_name, name) values
      ('o1', 'd1', 'Amara', 'Okafor', 'Dr. Okafor')`)
    await clinic.store.query(`insert into appointments (organization_id, id, patient_id, doctor_id, doctor_name, starts_at,
        ends_at, status, type, location) values
      ('o1', 'v1', 'p1', 'd1', 'Okafor', '2026-11-24T15:30:00Z', '2026-11-24T16:00:00Z', 'scheduled', 'Check-up', 'Main'),
      ('o1', 'v2', 'p1', 'd1', 'Okafor', '2026-12-24T15:30:00Z', '2026-12-24T16:00:00Z', 'scheduled', 'Check-up', 'East'),
      ('o1', 'v3', 'p2', 'd1', 'Okafor', '2026-11-10T15:30:00Z', '2026-11-10T16:00:00Z', 'completed', 'Check-up', 'Main')`)
    const { sample } = await count({ content: 'See {{doctor}} on {{visitDate}} at {{location}}. {{clinic}}' })
    expect(sample).toMatchObject([
      {
        patientId: 'p1',
        fields: { doctor: 'Dr. Okafor', visitDate: 'Tuesday, Nov 24', visitTime: '9:30 AM', location: 'Main' },
      },
    ])
  })

  test('counts e-mails by their address and its consent', async () => {
    await clinic.store.query(`insert into mail_consents (organization_id, address, status, at, source) values
      ('o1', 'ada@patients.test', 'unsubscribed', now(), 'link'), ('o2', 'r@carver.test', 'unsubscribed', now(), 'link')`)
    const counted = await count({ type: 'email', subject: 'Flu', content: 'Come by.' })
    // Rosalind and Fay share an address; the eldest gets it.
    expect([counted.willGet, counted.segments, counted.cost, counted.sample[0]?.name]).toEqual([
      ...[1, null, null, 'Rosalind Carver'],
    ])
    expect(counted.skipped).toEqual([
      { reason: 'no_address', count: 9 },
      { reason: 'deceased', count: 1 },
      { reason: 'shared_number', count: 1 },
      { reason: 'unsubscribed', count: 1 },
    ])
  })

  test('counts promotion only where the written consent is on record', async () => {
    await clinic.store.query(`update patients set marketing_consent_on = now(), marketing_consent_source = 'Form'
      where id in ('p2', 'p9')`)
    const counted = await count({ purpose: 'promotion' })
    expect([counted.willGet, counted.sample[0]?.name]).toEqual([1, 'Miguel Santos'])
    expect(counted.skipped[0]).toEqual({ reason: 'no_consent', count: 5 })
  })

  test('gives the text of a family to the patient whose conversation it is', async () => {
    await clinic.text('+15125550144', 'Hello')
    await clinic.store.query(`update conversations set patient_id = 'p4' where sender = '+15125550144'`)
    expect(await namesOf({ audience: { kind: 'patients', patientIds: ['p3', 'p4'] } })).toEqual(['Twin Two'])
    // Who is not in the audience gets nothing and takes nothing.
    expect(await namesOf({ audience: { kind: 'patients', patientIds: ['p3'] } })).toEqual(['Twin One'])
    await clinic.store.query(`update patients set deceased = true where id = 'p4'`)
    expect(await namesOf({ audience: { kind: 'patients', patientIds: ['p3', 'p4'] } })).toEqual(['Twin One'])
    await clinic.store.query(`update patients set deceased = false where id = 'p4'`)
  })

  test('pages through the sample twenty at a time, and counts the same on each page', async () => {
    await clinic.store.query(`insert into patients (organization_id, id, import_id, first_name, last_name, phone_number)
      select 'o1', 's' || lpad(n::text, 4, '0'), 's' || n, 'S', n::text, '+1737' || (5550000 + n)
      from generate_series(1, 45) as n`)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await count({ ...(cursor && { cursor }) })
      expect([page.matching, page.willGet]).toEqual([58, 49])
      seen.push(...page.sample.map(({ patientId }) => patientId))
      cursor = page.cursor ?? undefined
    } while (cursor !== undefined)
    expect(seen).toHaveLength(49)
    expect(new Set(seen).size).toBe(49)
    await clinic.store.query(`delete from patients where id like 's%'`)
  })

  test('reads the patients of an import, and of one that is about a single patient', async () => {
    await clinic.store.query(`insert into imports (organization_id, id, kind, state, is_direct, file_name, file_size, digest,
        zone, country, today, counts, plan, outcome, created_by, created_by_name, created_at, version, told_at)
      select organization_id, id, 'demographics', 'done', false, 'f.csv', 1, 'd', 'UTC', 'US', '2026-11-19', '{}', '{}',
        '{}', 'lena', 'Lena', now(), 1, now() from (values ('o1', 'imp1'), ('o2', 'imp9')) as one (organization_id, id)`)
    await clinic.store.query(`insert into import_rows (organization_id, import_id, row, cells, state, record_id) values
      ('o1', 'imp1', 2, '[]', 'applied', 'p2'), ('o1', 'imp1', 3, '[]', 'applied', 'p1'),
      ('o1', 'imp1', 4, '[]', 'error', 'p3'), ('o2', 'imp9', 2, '[]', 'applied', 'p9')`)
    const ofImport = (importId: string) => ({ audience: { kind: 'import', importId } })
    expect(await namesOf(ofImport('imp1'))).toEqual(['Rosalind Carver', 'Miguel Santos'])
    expect(await namesOf(ofImport('i2'))).toEqual(['Miguel Santos'])
    const rules = [
      { field: 'import', op: 'is', value: 'imp1' },
      { field: 'gender', op: 'is', value: 'female' },
    ]
    expect(await namesOf({ audience: { kind: 'filters', rules } })).toEqual(['Rosalind Carver'])
  })

  test.each(['is_to_clear = true', 'is_to_clear = false, cleared_at = now()'])(
    'says that the rows of an import are deleted when its state is %s, and nothing of it is launched',
    async (change) => {
      await clinic.store.query(`update imports set ${change} where id = 'imp1'`)
      const rules = [{ field: 'import', op: 'is', value: 'imp1' }]
      const said = [422, 'not_ready', expect.stringContaining('the rows of its list from Excel are no longer kept')]
      for (const audience of [
        { kind: 'import', importId: 'imp1' },
        { kind: 'filters', rules },
      ]) {
        const counted = await clinic.ask('campaignAudience', { body: { type: 'SMS', audience } })
        expect([counted.status, counted.body.reason, counted.body.message]).toEqual(said)
        const { _id: id } = await clinic.draft({ patientIds: undefined, audience })
        const { status, body } = await clinic.ask('launchCampaign', { params: { id }, body: { revision: 1 } })
        expect([status, body.reason, body.message]).toEqual(said)
        expect(await clinic.read(id)).toMatchObject({ status: 'draft' })
      }
    },
  )

  test.each([
    ['a patient', { kind: 'patients', patientIds: ['p1', 'p9'] }],
    ['an import', { kind: 'import', importId: 'imp9' }],
    ['a doctor', { kind: 'filters', rules: [{ field: 'doctor', op: 'is', value: 'd9' }] }],
    ['an import in a rule', { kind: 'filters', rules: [{ field: 'import', op: 'is', value: 'i9' }] }],
  ])('is 404 for %s of another organization', async (_, audience) => {
    expect((await clinic.ask('campaignAudience', { body: { type: 'SMS', audience } })).status).toBe(404)
  })

  test('counts one text for the chosen patients of a number that many others have', async () => {
    await clinic.store.query(
      `insert into patients (organization_id, id, import_id, first_name, last_name, phone_number, birthdate, gender)
       select 'o1', 'home' || nth, 'home' || nth, 'Res', 'Ident', '+15125550199', date '1930-01-01' + nth, 'unknown'
       from generate_series(1, 40) as nth`,
    )
    const counted = await count({ audience: { kind: 'patients', patientIds: ['home38', 'home39', 'home40'] } })
    expect([counted.willGet, counted.skipped]).toEqual([1, [{ reason: 'shared_number', count: 2 }]])
    await clinic.store.query(`delete from patients where id like 'home%'`)
  })

  test('is 404 for a campaign of another organization and for an absent one', async () => {
    const audience = { kind: 'filters', rules: [] }
    const { _id: campaignId } = await clinic.draft()
    const statusOf = async (asked: object, more: object = {}) =>
      (await clinic.ask('campaignAudience', { body: { type: 'SMS', audience, ...asked }, ...more })).status
    const foreign = { user: 'omar', organizationId: 'o2' }
    expect([await statusOf({ campaignId }), await statusOf({ campaignId: 'absent' })]).toEqual([200, 404])
    expect(await statusOf({ campaignId }, foreign)).toBe(404)
  })

  test.each([
    [{ kind: 'filters', rules: [{ field: 'age', op: 'is', value: 3 }] }, 'audience.rules.0.op'],
    [{ kind: 'filters', rules: [{ field: 'mood', op: 'is', value: 3 }] }, 'audience.rules.0.field'],
    [{ kind: 'filters', rules: [{ field: 'age', op: 'atLeast', value: '65 or 1=1' }] }, 'audience.rules.0.value'],
    [{ kind: 'patients', patientIds: [] }, 'audience.patientIds'],
  ])('is 400 for %j and names %s [T37]', async (audience, path) => {
    const { status, body } = await clinic.ask('campaignAudience', { body: { type: 'SMS', audience } })
    expect([status, body.issues?.[0].path]).toEqual([400, path])
  })

  test('says who already has the text of a campaign that sent some', async () => {
    const campaign = await clinic.draft()
    await clinic.addSends(campaign, [{ patientId: 'p1', state: 'delivered', address: '+15125550142' }])
    await clinic.store.query(`update campaign_sends set message_id = 'm1'`)
    const audience = { kind: 'patients', patientIds: ['p1', 'p2'] }
    const counted = await count({ audience, campaignId: campaign._id })
    expect([counted.willGet, counted.skipped]).toEqual([1, [{ reason: 'already_got', count: 1 }]])
    expect((await count({ audience })).willGet).toBe(2)
  })
})
