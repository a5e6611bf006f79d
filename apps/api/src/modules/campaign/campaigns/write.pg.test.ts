import type { CampaignDetail } from '@foyer/contracts/campaign/campaign.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Campaigns, openCampaigns, WORDS } from '../campaigns.suite.ts'

let clinic: Campaigns
beforeAll(async () => {
  clinic = await openCampaigns()
})
afterAll(() => clinic.close())

const change = ({ _id: id, revision }: CampaignDetail, body: object, user = 'lena') =>
  clinic.ask('saveCampaign', { params: { id }, body: { revision, ...body }, user })
const lastEvent = async () => (await clinic.events()).at(-1)
const countOf = async (table: string) => (await clinic.store.query(`select from ${table}`)).length

describe('addCampaign', () => {
  test('adds a draft with the words as step 1 and tells every screen [CAMP-01] [CALL-CAMPAIGN-02] [OPEN-021] [ENTITY-18]', async () => {
    const { status, body } = await clinic.ask('addCampaign', {
      body: { name: ' Flu shots ', type: 'SMS', content: WORDS, patientIds: ['p1'], timezone: 'America/Denver' },
    })
    expect(status, JSON.stringify(body)).toBe(200)
    const added = body.data as CampaignDetail
    expect(added).toMatchObject({
      ...{ name: 'Flu shots', type: 'SMS', status: 'draft', kind: 'once', timezone: 'America/Denver', revision: 1 },
      ...{ purpose: 'care', clock: 'patient', perHour: 200, failurePercent: 20, scheduledAt: null, problems: [] },
      ...{ createdBy: 'lena', createdByName: 'Lena Kim', savedBy: 'lena', version: body.asOf },
      audience: { kind: 'patients', patientIds: ['p1'] },
      steps: [{ position: 1, wait: null, subject: null, content: WORDS, states: { total: 0 } }],
    })
    const { problems: _, ...item } = added
    expect(await lastEvent()).toMatchObject({
      ...{ type: 'campaign.progress', key: added._id, audience: 'organization', seq: added.version, data: item },
    })
    expect(await clinic.read(added._id)).toEqual(added)
  })

  test('takes the zone and the limit of failures of the organization when it names none', async () => {
    const { version } = (await clinic.ask('outreachSettings')).body.data
    const { body: saved } = await clinic.ask('outreachSettings')
    const settings = { ...saved.data, failurePercent: 35, version }
    expect((await clinic.ask('saveOutreachSettings', { body: settings, user: 'sam' })).status).toBe(200)
    expect(await clinic.draft()).toMatchObject({ timezone: 'America/Chicago', failurePercent: 35 })
    expect(await clinic.draft({ failurePercent: null })).toMatchObject({ failurePercent: null })
  })

  test('keeps a draft without words and audience, and says its problems', async () => {
    const { body } = await clinic.ask('addCampaign', { body: { name: 'Empty', type: 'email' } })
    expect(body.data.audience).toBeNull()
    expect(body.data.problems.map(({ code }: { code: string }) => code)).toEqual([
      ...['no_audience', 'no_address_line', 'empty', 'empty'],
    ])
  })

  test.each([
    ['no name', { name: undefined }, 'name', ''],
    ['81 characters of a name', { name: 'x'.repeat(81) }, 'name', ''],
    ['the type fax', { type: 'fax' }, 'type', ''],
    ['an SMS with a subject', { subject: 'Flu' }, 'subject', 'An SMS has no subject'],
    ['a time of 25:00', { scheduledAt: '2026-11-21T25:00:00Z' }, 'scheduledAt', 'Time must be HH:MM'],
    ['a time of yesterday', { scheduledAt: '2026-11-18T15:00:00Z' }, 'scheduledAt', 'Must be in the next 366 days'],
    ['a time after 366 days', { scheduledAt: '2027-11-25T15:00:00Z' }, 'scheduledAt', 'Must be in the next 366 days'],
    ['patients and an import', { importId: 'i1' }, 'importId', ''],
    [
      'steps 2 and 3',
      { content: undefined, steps: [{ position: 2 }, { position: 3 }] },
      'steps',
      'Sequence numbers must start with 1.',
    ],
    ['opened on an SMS', { content: undefined, steps: [{ position: 1, unless: ['opened'] }] }, 'steps.0.unless', ''],
    ['words and steps', { steps: [{ position: 1 }] }, 'steps', ''],
    ['a further key', { colour: 'red' }, 'colour', ''],
    [
      'a rule of an unknown operator',
      { patientIds: undefined, audience: { kind: 'filters', rules: [{ field: 'age', op: 'near', value: 3 }] } },
      'audience.rules.0.op',
      '',
    ],
  ])('answers 400 for %s [OPEN-021] [OPEN-041]', async (_, fields, path, message) => {
    const before = await countOf('campaigns')
    const asked = { name: 'Flu shots', type: 'SMS', content: WORDS, patientIds: ['p1'], ...fields }
    const { status, body } = await clinic.ask('addCampaign', { body: asked })
    expect([status, body.issues?.[0]?.path], JSON.stringify(body)).toEqual([400, path])
    if (message !== '') expect(body.issues[0].message).toBe(message)
    expect(await countOf('campaigns')).toBe(before)
  })

  test.each([
    ['a patient', { patientIds: ['p1', 'p9'] }],
    ['an import', { importId: 'i9' }],
    [
      'a doctor',
      {
        audience: { kind: 'filters', rules: [{ field: 'doctor', op: 'is', value: 'doctor9' }] },
      },
    ],
    [
      'a campaign',
      {
        audience: { kind: 'filters', rules: [{ field: 'campaign', op: 'got', value: 'another' }] },
      },
    ],
  ])('answers 404 for %s of another organization and keeps nothing', async (_, fields) => {
    const before = await countOf('campaigns')
    const asked = { name: 'Flu shots', type: 'SMS', content: WORDS, ...fields }
    const { status, body } = await clinic.ask('addCampaign', { body: asked })
    expect([status, body.reason]).toEqual([404, 'not_found'])
    expect(await countOf('campaigns')).toBe(before)
  })

  test('adds one campaign when a call with a key is repeated', async () => {
    const before = await countOf('campaigns')
    const body = { name: 'Once', type: 'SMS', content: WORDS }
    const headers = { 'idempotency-key': 'add-once-1234567890' }
    const [first, second] = [
      await clinic.ask('addCampaign', { body, headers }),
      await clinic.ask('addCampaign', { body, headers }),
    ]
    expect(second.body).toEqual(first.body)
    expect(await countOf('campaigns')).toBe(before + 1)
  })
})

describe('saveCampaign', () => {
  test('changes the given fields of a draft, as the next revision', async () => {
    const campaign = await clinic.draft()
    const { status, body } = await change(campaign, { name: 'Flu, 65 and over', perHour: 60 }, 'dana')
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.data).toMatchObject({
      ...{ name: 'Flu, 65 and over', perHour: 60, revision: 2, savedBy: 'dana', savedByName: 'Dana Whitfield' },
      ...{ createdBy: 'lena', audience: campaign.audience, steps: campaign.steps, version: body.asOf },
    })
    expect(await clinic.read(campaign._id)).toEqual(body.data)
  })

  test('changes content and subject of the first step each by itself', async () => {
    const campaign = await clinic.draft({ type: 'email', subject: 'Flu shots' })
    const { body } = await change(campaign, { content: 'Come by.' })
    expect(body.data.steps[0]).toMatchObject({ content: 'Come by.', subject: 'Flu shots' })
  })

  test('drops the subject when an email becomes a text', async () => {
    const campaign = await clinic.draft({ type: 'email', subject: 'Flu shots' })
    const { body } = await change(campaign, { type: 'SMS' })
    expect(body.data.steps[0]).toMatchObject({ content: WORDS, subject: null })
  })

  test.each([
    ['a subject', { subject: 'Flu' }, 'subject'],
    ['a step with a subject', { steps: [{ position: 1, content: WORDS, subject: 'Flu' }] }, 'steps.0.subject'],
  ])('refuses %s of a text although the body does not name the type', async (_, fields, path) => {
    const { status, body } = await change(await clinic.draft(), fields)
    expect([status, body.issues?.[0].path]).toEqual([400, path])
  })

  test('refuses another revision as stale, with the campaign as it is', async () => {
    const campaign = await clinic.draft()
    const { body: newer } = await change(campaign, { name: 'Of Dana' }, 'dana')
    const { status, body } = await change(campaign, { name: 'Of Lena' })
    expect([status, body.reason]).toEqual([409, 'stale'])
    const { problems: _, ...item } = newer.data
    expect(body.data).toEqual(item)
  })

  test('refuses a change as stale when a colleague has scheduled the draft that its words were written for', async () => {
    const campaign = await clinic.draft()
    await clinic.putInto(campaign, 'scheduled')
    const asked = { name: 'Half a na', status: 'draft' }
    const { status, body } = await change(campaign, asked)
    expect([status, body.reason, body.data]).toMatchObject([409, 'stale', { status: 'scheduled', revision: 1 }])
    expect(await clinic.read(campaign._id)).toMatchObject({ name: campaign.name, status: 'scheduled', revision: 1 })
    const confirmed = await change(campaign, { ...asked, status: 'scheduled' })
    expect([confirmed.status, confirmed.body.data]).toMatchObject([200, { name: 'Half a na', status: 'scheduled' }])
    expect((await change(campaign, asked)).status).toBe(200)
  })

  test('refuses words for a draft as stale when it is scheduled by now and its new audience cannot be counted', async () => {
    const campaign = await clinic.draft()
    await clinic.putInto(campaign, 'scheduled')
    const { status, body } = await change(campaign, { audience: { kind: 'import', importId: 'none' }, status: 'draft' })
    expect([status, body.reason, body.data]).toMatchObject([409, 'stale', { status: 'scheduled', revision: 1 }])
  })

  test('lets one of two changes of a revision through when both come at once', async () => {
    const campaign = await clinic.draft()
    const answers = await Promise.all([change(campaign, { name: 'A' }), change(campaign, { name: 'B' }, 'dana')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('answers a change that was made already with the campaign, and tells nothing', async () => {
    const campaign = await clinic.draft()
    const { body: changed } = await change(campaign, { name: 'Again' })
    const { status, body } = await change(campaign, { name: 'Again' })
    expect([status, body.data]).toEqual([200, changed.data])
    expect((await lastEvent())?.seq).toBe(changed.asOf)
  })

  test('changes name, words, pace and limit of a paused campaign, and nothing else', async () => {
    const campaign = await clinic.draft()
    await clinic.putInto(campaign, 'paused')
    const { status, body } = await change(campaign, {
      name: 'B',
      content: `${WORDS}!`,
      perHour: null,
      failurePercent: 40,
    })
    expect([status, body.data?.revision, body.data?.steps[0].content]).toEqual([200, 2, `${WORDS}!`])
    const refused = await change(body.data, { audience: { kind: 'filters', rules: [] } })
    expect([refused.status, refused.body.reason, refused.body.message]).toEqual([
      ...[409, 'conflict', 'The campaign is paused. Its name, words, pace and limit of failures may change.'],
    ])
    const waits = await change(body.data, { steps: [{ position: 1, content: WORDS, unless: ['replied'] }] })
    expect(waits.status).toBe(409)
  })

  test.each([
    ['running', 'Pause it first.'],
    ['stopped', 'The campaign was stopped.'],
    ['finished', 'The campaign has finished.'],
  ] as const)('refuses a change of a %s campaign', async (status, message) => {
    const campaign = await clinic.draft()
    await clinic.putInto(campaign, status)
    const { body } = await change(campaign, { name: 'B' })
    expect([body.reason, body.message]).toEqual(['conflict', message])
  })

  test('refuses a change of a scheduled campaign that leaves it with a problem', async () => {
    const campaign = await clinic.draft()
    await clinic.putInto(campaign, 'scheduled')
    const { status, body } = await change(campaign, { content: 'Reply CANCEL to cancel. {{clinic}}' })
    expect([status, body.reason]).toEqual([422, 'not_ready'])
    expect(body.data.problems[0]).toMatchObject({ code: 'collides', word: 'CANCEL', level: 'problem' })
    expect((await change(campaign, { scheduledAt: null })).body.issues[0].path).toBe('scheduledAt')
    expect((await change(campaign, { content: `${WORDS} Bye` })).status).toBe(200)
  })

  test('refuses a change after which nobody would get a scheduled campaign', async () => {
    const campaign = await clinic.draft()
    await clinic.putInto(campaign, 'scheduled')
    const { status, body } = await change(campaign, { purpose: 'promotion' })
    expect([status, body.reason, body.message]).toEqual([422, 'not_ready', 'Nobody would get this.'])
    expect(body.data.problems).toMatchObject([{ code: 'nobody' }])
    expect(await clinic.read(campaign._id)).toMatchObject({ purpose: 'care', revision: 1, preparing: false })
  })

  test('refuses a change of a scheduled campaign by which its texts could not be sent', async () => {
    const campaign = await clinic.draft()
    await clinic.putInto(campaign, 'scheduled')
    await clinic.store.query(`update organizations set sms_number = null where id = 'o1'`)
    const { status, body } = await change(campaign, { content: `${WORDS} Bye` })
    const renamed = await change(campaign, { name: 'Flu shots, all' })
    await clinic.store.query(`update organizations set sms_number = '+15125550100' where id = 'o1'`)
    expect([status, body.reason, renamed.status]).toEqual([422, 'no_number', 200])
  })

  test('answers 404 for a foreign patient of a scheduled campaign', async () => {
    const campaign = await clinic.draft()
    await clinic.putInto(campaign, 'scheduled')
    expect((await change(campaign, { patientIds: ['p9'] })).status).toBe(404)
  })

  test('answers 404 for a campaign of another organization and for a foreign patient', async () => {
    const campaign = await clinic.draft()
    const foreign = await clinic.ask('saveCampaign', {
      ...{ params: { id: campaign._id }, body: { revision: 1, name: 'B' }, user: 'omar', organizationId: 'o2' },
    })
    expect(foreign.status).toBe(404)
    expect((await change(campaign, { patientIds: ['p9'] })).status).toBe(404)
    expect(await clinic.read(campaign._id)).toEqual(campaign)
  })
})

describe('deleteCampaign', () => {
  const remove = (id: string, more: object = {}) => clinic.ask('deleteCampaign', { params: { id }, ...more })

  test.each(['draft', 'scheduled', 'stopped', 'finished'] as const)(
    'deletes a %s campaign once and tells every screen [CAMP-02] [CALL-CAMPAIGN-03]',
    async (status) => {
      const campaign = await clinic.draft()
      await clinic.putInto(campaign, status)
      const { body } = await remove(campaign._id)
      expect(body).toEqual({ code: 'ok', data: { _id: campaign._id } })
      expect(await lastEvent()).toMatchObject({ type: 'campaign.progress', data: { _id: campaign._id, deleted: true } })
      expect((await remove(campaign._id)).status).toBe(404)
      expect((await clinic.ask('campaign', { params: { id: campaign._id } })).status).toBe(404)
    },
  )

  test.each(['running', 'paused'] as const)('refuses a %s campaign', async (status) => {
    const campaign = await clinic.draft()
    await clinic.putInto(campaign, status)
    const { body } = await remove(campaign._id)
    expect([body.reason, body.message]).toEqual(['conflict', 'Stop it first.'])
  })

  test('answers 404 for a campaign of another organization, and 403 without the header', async () => {
    const { _id } = await clinic.draft()
    expect((await remove(_id, { user: 'omar', organizationId: 'o2' })).status).toBe(404)
    expect((await remove(_id, { headers: { organizationid: '' } })).status).toBe(403)
    expect(await clinic.read(_id)).toMatchObject({ deleted: false })
  })
})

describe('copyCampaign', () => {
  const copy = (id: string, more: object = {}) => clinic.ask('copyCampaign', { params: { id }, ...more })

  test('makes a draft with words and audience of a finished campaign, once for a key', async () => {
    const campaign = await clinic.draft({ name: 'x'.repeat(80), perHour: 30 })
    await clinic.putInto(campaign, 'finished')
    const headers = { 'idempotency-key': 'copy-once-1234567890' }
    const { status, body } = await copy(campaign._id, { user: 'dana', headers })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      ...{ name: `${'x'.repeat(73)} (copy)`, status: 'draft', revision: 1, perHour: 30, createdBy: 'dana' },
      ...{ startedAt: null, scheduledAt: null, audience: campaign.audience, steps: campaign.steps },
    })
    expect(body.data._id).not.toBe(campaign._id)
    expect((await copy(campaign._id, { user: 'dana', headers })).body).toEqual(body)
  })

  test('leaves a character of two units out of the name when only half of it has room', async () => {
    const { _id } = await clinic.draft({ name: `${'x'.repeat(72)}😀${'y'.repeat(6)}` })
    const { status, body } = await copy(_id)
    expect([status, body.data?.name]).toEqual([200, `${'x'.repeat(72)} (copy)`])
  })

  test('answers 404 for a campaign of another organization', async () => {
    const { _id } = await clinic.draft()
    expect((await copy(_id, { user: 'omar', organizationId: 'o2' })).status).toBe(404)
  })
})
