/** Checks for every call who may make it, for which organization and about which records. */
import type { Method } from '@foyer/contracts/call.ts'
import type { CallName } from '@foyer/contracts/calls.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openAsking } from './asking.ts'
import { FOREIGN_AUTOMATIONS } from './automation-rows.ts'
import { FOREIGN_CAMPAIGNS } from './campaign-rows.ts'
import { FOREIGN_CHATBOT, FOREIGN_CHATBOT_FILE } from './chatbot-rows.ts'
import { CEDAR, LAKESIDE, LAKESIDE_WORDS, type StaffName } from './clinics.ts'
import { credentialsOf, staffHeaders } from './credentials.ts'
import { FOREIGN_DASHBOARD_VIEW } from './dashboard-rows.ts'
import { FOREIGN_FAXES } from './fax-rows.ts'
import { FOREIGN_FORMS } from './form-rows.ts'
import { FOREIGN_LISTINGS } from './listing-rows.ts'
import { FOREIGN_NOTE } from './note-rows.ts'
import { exchange, type Field, fieldsOf, holds } from './probes.ts'
import { FOREIGN_RECORD_ROWS } from './record-rows.ts'
import { callNames, callOf, type Input, named, needsOrganization, withAccess, withoutRequestId } from './requests.ts'
import { FOREIGN_VISITS } from './visit-rows.ts'

let asking: Awaited<ReturnType<typeof openAsking>>
beforeAll(async () => {
  asking = await openAsking()
})
afterEach(() => expect(asking.clinics.takeFailures()).toEqual([]))
afterAll(() => asking.close())

const as = (staff: StaffName, name: CallName) => staffHeaders(asking.clinics, staff, callOf(name))

test.each(callNames)('%s accepts the input that the refused inputs are made from', async (name) => {
  const { status, body } = await asking.ask(name, asking.good(name))
  expect(status, JSON.stringify(body)).toBeLessThan(400)
})

describe('call without its credentials', () => {
  const guarded = callNames.filter((name) => !['public', 'fax'].includes(callOf(name).access))

  test.each(withAccess('fax'))('%s without its key, or with another, is 403 [OPEN-101]', async (name) => {
    const { query } = asking.good(name)
    const { key, ...keyless } = query
    const search = new URLSearchParams({ ...query } as Record<string, string>)
    search.append('key', String(key))
    for (const other of [keyless, { ...query, key: '' }, { ...query, key: `${key}x` }, search.toString()])
      expect(await asking.refused(name, { query: other, body: {} })).toMatchObject({
        status: 403,
        reason: 'bad_signature',
      })
  })

  test.each(guarded)('%s is refused, and nothing is stored [SEC-01] [OPEN-047] [OPEN-101]', async (name) => {
    const { wrong, refusal } = credentialsOf(callOf(name))
    const all = wrong(asking.clinics, asking.known.visitor)
    expect(all.length).toBeGreaterThan(2)
    for (const headers of all)
      expect(await asking.refused(name, asking.good(name), headers), Object.values(headers).join()).toMatchObject(
        refusal,
      )
  })

  test.each(withAccess('carrier'))('%s with the signature of another form is 403 [OPEN-101]', async (name) => {
    const signed = asking.clinics.signature(callOf(name).path, asking.good(name).body)
    const other = { ...asking.good(name), body: { ...asking.good(name).body, MessageSid: 'SM-another' } }
    expect(await asking.refused(name, other, { 'x-twilio-signature': signed })).toMatchObject({
      status: 403,
      reason: 'bad_signature',
    })
  })

  test.each(guarded.filter((name) => !['carrier', 'google'].includes(callOf(name).access)))(
    '%s checks the credentials before it reads the input [SEC-01]',
    async (name) => {
      expect(await asking.refused(name, { query: 'surprise=1', body: '{"torn' }, {})).toMatchObject({ status: 401 })
    },
  )
})

const ofCampaign = needsOrganization.filter((name) => callOf(name).path.startsWith('/api/campaign/'))

describe.each(ofCampaign)('%s', (name) => {
  test('is refused unless bearer, access-token and userid are present and agree [SEC-02] [CALL-SESSION-02] [OPEN-046]', async () => {
    const good = as('lena', name)
    expect(Object.keys(good).sort()).toEqual(['access-token', 'authorization', 'userid'])
    const { token } = asking.clinics.staff.dana
    const incomplete = Object.keys(good).map((missing) =>
      Object.fromEntries(Object.entries(good).filter(([header]) => header !== missing)),
    )
    const atOdds = [
      { ...good, 'access-token': token },
      { ...good, authorization: `Bearer ${token}` },
    ]
    for (const headers of [...incomplete, ...atOdds])
      expect(await asking.refused(name, asking.good(name), headers), Object.keys(headers).join()).toMatchObject({
        status: 401,
        reason: 'no_session',
      })
    const asAnother = await asking.refused(name, asking.good(name), { ...good, userid: 'usr_dana' })
    expect(asAnother).toMatchObject({ status: 403 })
  })
})

const inOrganization = (name: CallName, organizationId: string) => named(asking.good(name), organizationId)

/** Their filters search the organization's own rows, where a foreign id may occur as a recorded attempt. */
const SEARCH_OF_AUDIT: readonly CallName[] = ['auditLog', 'exportAudit']

const ofHeader = needsOrganization.filter((name) => callOf(name).organization === 'header')

test.each(ofHeader)('%s reads the organization from the header, and is refused without it [OPEN-044]', async (name) => {
  const good = asking.good(name)
  const { status } = await asking.ask(name, { ...good, organizationId: LAKESIDE.id }, as('sam', name))
  const namesARecord =
    'id' in good.params || 'b' in good.params || ['doctorId', 'referralId', 'importId'].some((id) => id in good.body)
  // 202: an import that no worker ends here.
  expect(namesARecord ? [404] : [200, 202]).toContain(status)
  const absent = await asking.refused(name, { ...good, organizationId: null })
  expect(absent).toMatchObject({ status: 400, issues: [{ path: 'organizationid' }] })
})

describe.each(needsOrganization)('%s', (name) => {
  test('answers 403 alike for a foreign organization and a missing one [OPEN-044]', async () => {
    const theirs = await asking.refused(name, inOrganization(name, LAKESIDE.id))
    const absent = await asking.refused(name, inOrganization(name, 'org_absent'))
    expect(theirs).toMatchObject({ status: 403, reason: 'not_allowed' })
    expect(withoutRequestId(theirs)).toEqual(withoutRequestId(absent))
  })

  test.skipIf(ofHeader.includes(name))(
    'answers 403 when the header names another organization, even one of the caller’s [OPEN-044]',
    async () => {
      const sam = as('sam', name)
      for (const organizationid of [LAKESIDE.id, 'org_absent', `${CEDAR.id},${LAKESIDE.id}`])
        expect(await asking.refused(name, asking.good(name), { ...sam, organizationid })).toMatchObject({
          status: 403,
          reason: 'org_mismatch',
        })
      // The header does not replace a missing membership.
      const foreign = inOrganization(name, LAKESIDE.id)
      expect(await asking.refused(name, foreign, { ...as('lena', name), organizationid: LAKESIDE.id })).toMatchObject({
        status: 403,
      })
    },
  )

  test.skipIf(SEARCH_OF_AUDIT.includes(name))('answers alike for a foreign record and a missing one [SEC-05]', () =>
    answersAlike(name),
  )
})

test.each(withAccess('listing'))('%s answers alike for a foreign record and a missing one [SEC-05]', answersAlike)

async function answersAlike(name: CallName): Promise<void> {
  for (const field of recordFields(name)) {
    const [theirs, absent] = [FOREIGN_RECORDS[kindOf(field)]?.(name), 'absent']
    const answers = []
    for (const id of [theirs, absent]) answers.push(await asking.ask(name, naming(name, field, id)))
    // An answer may repeat the requested id.
    const [ofTheirs, ofAbsent] = answers.map((answer, place) =>
      JSON.stringify(withoutRequestId(answer)).replaceAll([theirs, absent][place] ?? '', 'it'),
    )
    expect(ofTheirs, `${name} ${field.name}`).toEqual(ofAbsent)
    expect(JSON.stringify(answers), `${name} ${field.name}`).not.toContain(LAKESIDE_WORDS)
    expect(answers[0]?.status, `${name} ${field.name}`).toBeLessThan(500)
    if (field.name === 'conversationId') {
      const refused = await asking.refused(name, naming(name, field, theirs))
      expect(refused).toMatchObject({ status: 404, reason: 'not_found' })
    }
  }
}

test.each(SEARCH_OF_AUDIT)(
  '%s finds rows of its organization alone when a filter names a foreign record [SEC-05]',
  async (name) => {
    const { clinics, foreign } = asking
    const query = { organizationId: LAKESIDE.id, conversationId: foreign.conversationId }
    await clinics.staff.omar.call('messages', { query })
    await asking.refused('messages', { query: { ...query, organizationId: CEDAR.id }, body: {} })
    const rowsOf = async (organizationId: string) => {
      const rows = await clinics.store.query<{ id: string; names: boolean }>(
        `select id::text, subject ->> 'conversationId' = $2 as names from audit_log where organization_id = $1`,
        [organizationId, foreign.conversationId],
      )
      return { all: rows.map(({ id }) => id), naming: rows.filter(({ names }) => names).length }
    }
    const [own, theirs] = [await rowsOf(CEDAR.id), await rowsOf(LAKESIDE.id)]
    expect(Math.min(own.naming, theirs.naming)).toBeGreaterThan(0)
    for (const field of recordFields(name)) {
      const { status, body } = await asking.ask(name, {
        query: { organizationId: CEDAR.id, [field.name]: FOREIGN_RECORDS[kindOf(field)]?.(name) },
        body: {},
      })
      expect(status, field.name).toBe(200)
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      for (const words of [LAKESIDE_WORDS, 'Olga', 'omar of the staff']) expect(text, field.name).not.toContain(words)
      const found = [...text.matchAll(/"_id":"(\d+)"|"(\d+)"\r\n/g)].map(([, listed, exported]) => listed ?? exported)
      expect(
        found.filter((id) => id === undefined || !own.all.includes(id)),
        field.name,
      ).toEqual([])
      if (field.name === 'conversationId') expect(found.length).toBeGreaterThan(0)
    }
  },
)

test.each(withAccess('admin'))(
  '%s is refused to agents, and to admins of another organization [SEC-05]',
  async (name) => {
    const elsewhere = as('sam', name)
    for (const [organizationId, headers] of [
      [CEDAR.id, as('lena', name)],
      [LAKESIDE.id, elsewhere],
      [LAKESIDE.id, as('omar', name)],
    ] as const)
      expect(await asking.refused(name, inOrganization(name, organizationId), headers)).toMatchObject({
        status: 403,
        reason: 'not_allowed',
      })
  },
)

test.each(withAccess('user', 'member', 'admin'))('%s with another user’s userid is 403 [SEC-03]', async (name) => {
  for (const userid of ['usr_dana', 'usr_absent', ''])
    expect(await asking.refused(name, asking.good(name), { ...as('lena', name), userid })).toMatchObject({
      status: 403,
      reason: 'user_mismatch',
    })
})

/** A record of Lakeside for each field that may name one. */
const FOREIGN_RECORDS: Readonly<Record<string, (name: CallName) => string>> = {
  conversationId: () => asking.foreign.conversationId,
  automationId: () => FOREIGN_AUTOMATIONS.automationId,
  runId: () => FOREIGN_AUTOMATIONS.runId,
  before: () => asking.foreign.messageId,
  after: (name) => FOREIGN_ROWS[name] ?? 'p9',
  messageId: () => asking.foreign.messageId,
  patientId: () => 'p9',
  _id: (name) => foreignOwnId(name),
  attachmentId: () => asking.foreign.attachmentId,
  mailId: () => asking.foreign.mailId,
  invitationId: () => asking.foreign.invitationId,
  patientImportId: () => 'i9',
  importId: (name) => (name === 'wellnessPlans' ? 'i9' : 'import9'),
  id: (name) => foreignIdOf(name),
  campaignId: () => FOREIGN_CAMPAIGNS.campaignId,
  flowId: () => FOREIGN_CHATBOT,
  nodeId: () => 'block9',
  templateId: () => FOREIGN_CAMPAIGNS.templateId,
  pictureId: () => FOREIGN_VISITS.pictureId,
  doctorId: () => FOREIGN_VISITS.doctorId,
  departmentId: () => FOREIGN_VISITS.departmentId,
  appointmentId: () => FOREIGN_VISITS.appointmentId,
  dueDateId: () => FOREIGN_VISITS.dueDateId,
  dashboardId: () => FOREIGN_FORMS.dashboardId,
  formId: () => FOREIGN_FORMS.formId,
  submissionId: () => FOREIGN_FORMS.submissionId,
  faxId: () => FOREIGN_FAXES.faxId,
  previewId: () => FOREIGN_FAXES.previewId,
  referralId: () => FOREIGN_RECORD_ROWS.referralId,
  fileId: (name) => (name === 'removeChatbotFile' ? FOREIGN_CHATBOT_FILE : FOREIGN_RECORD_ROWS.fileId),
  noteId: () => FOREIGN_NOTE,
  locationId: () => FOREIGN_LISTINGS.id,
  reviewId: () => FOREIGN_LISTINGS.reviewId,
  userId: () => 'usr_omar',
  user: () => 'usr_omar',
  team: () => 'team9',
  undoId: (name) => UNDO_OF_OTHERS[name] ?? asking.foreign.undoId,
}
/** Rows after which a page begins. */
const FOREIGN_ROWS: Partial<Record<CallName, string>> = {
  campaigns: FOREIGN_CAMPAIGNS.campaignId,
  doctors: FOREIGN_VISITS.doctorId,
}
const UNDO_OF_OTHERS: Partial<Record<CallName, string>> = {
  undoAppointments: FOREIGN_VISITS.undoId,
  undoDoctors: FOREIGN_VISITS.doctorUndoId,
}
function foreignOwnId(name: CallName): string {
  if (/cannedReply/i.test(name) && callOf(name).access === 'listing') return FOREIGN_LISTINGS.cannedId
  if (/schedule/i.test(name)) return asking.foreign.scheduledId
  if (/automation/i.test(name)) return FOREIGN_AUTOMATIONS.automationId
  if (/dashboard/i.test(name)) return FOREIGN_DASHBOARD_VIEW
  return /team/i.test(name) ? 'team9' : 'canned9'
}
function foreignIdOf(name: CallName): string {
  if (callOf(name).access === 'listing') return FOREIGN_LISTINGS.id
  if (name === 'formSubmissionPdf') return FOREIGN_FORMS.submissionId
  if (name === 'biDashboard') return FOREIGN_FORMS.dashboardId
  if (name === 'uploadProfilePic') return FOREIGN_VISITS.doctorId
  if (/template/i.test(name)) return FOREIGN_CAMPAIGNS.templateId
  return /campaign/i.test(name) ? FOREIGN_CAMPAIGNS.campaignId : 'p9'
}

const NAMES_A_RECORD = /^(?!organizationId$)(\w*Id|_?id|user|team|before|after)$/

/** The kind of a field: its own name, or the list's name for list items; `conversationIds.0` is a `conversationId`. */
const kindOf = ({ path }: Field) => String(path.findLast((key) => typeof key === 'string')).replace(/Ids$/, 'Id')

/** Blocks and edges have ids of their own, in their flow alone. */
const isOfFlow = ({ path }: Field) => path.includes('nodes') || path.includes('edges')

function recordFields(name: CallName): Field[] {
  const good = asking.good(name)
  const isList = (field: Field) => Array.isArray(good[field.part][field.name])
  const named = fieldsOf(callOf(name)).filter((field) => NAMES_A_RECORD.test(kindOf(field)) && !isOfFlow(field))
  const fields = named.filter((field) => holds(good, field) && !isList(field))
  const unknown = fields.map(kindOf).filter((kind) => !(kind in FOREIGN_RECORDS))
  expect(unknown, 'add a foreign record for the new field').toEqual([])
  return fields
}

/**
 * Returns the good input with this field. If the contract rejects the field beside the others, the input has only this
 * field and `organizationId`.
 */
function naming(name: CallName, field: Field, id: string | undefined): Input {
  const good = asking.good(name)
  const full = exchange(good, field, id)
  if (callOf(name)[field.part].safeParse(full[field.part]).success) return full
  return { ...good, [field.part]: { organizationId: CEDAR.id, [field.name]: id } }
}

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const paths = Map.groupBy(callNames, (name) => callOf(name).path)

describe.each([...paths])('%s', (path, names) => {
  const taken = names.map((name) => callOf(name).method)

  test('accepts its methods, and names them in the refusal of others [OPEN-047]', async () => {
    const allowed = taken.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    const before = await asking.store()
    for (const method of [...METHODS.filter((one) => !taken.includes(one)), 'OPTIONS']) {
      const answer = await fetch(asking.clinics.url + path, { method, headers: as('lena', 'conversations') })
      expect([answer.status, answer.headers.get('allow')?.split(', ').sort()], method).toEqual([405, allowed.sort()])
      expect(await answer.json()).toMatchObject({ code: 'error', reason: 'method_not_allowed' })
    }
    expect(await asking.store()).toEqual(before)
  })
})

test.each(['/api', '/api/inbox', '/api/inbox/__proto__', '/api/inbox/conversations/x', '/api/../etc/passwd'])(
  'unknown path %s is 404 [OPEN-048]',
  async (path) => {
    const answer = await fetch(asking.clinics.url + path, { headers: as('lena', 'conversations') })
    expect([answer.status, (await answer.json()).reason]).toEqual([404, 'not_found'])
  },
)
