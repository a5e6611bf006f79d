import {
  addPatientFile,
  patientConversations,
  patientFiles,
  patientVisits,
} from '@foyer/contracts/patients/chart-calls.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { png } from '../../files/sample-files.suite.ts'
import { type Charts, openCharts } from './charts.suite.ts'

let clinic: Charts
/** The twins share a number, and one conversation that is filed under the first. */
beforeAll(async () => {
  clinic = await openCharts()
  const { query } = clinic.store
  await query(`insert into conversations
    (organization_id, id, channel, sender, phone_number, patient_id, status, last_message_at, search_text, version) values
    ('o1', 'twins', 'sms', '+15125550144', '+15125550144', 'p3', 'open', '2026-11-03T10:00Z', '', 0),
    ('o1', 'work', 'sms', '+15125550191', '+15125550191', 'p3', 'resolved', '2026-11-02T10:00Z', '', 0),
    ('o1', 'chat', 'chat', 'visitor', '', 'p4', 'open', '2026-11-01T10:00Z', '', 0),
    ('o2', 'theirs', 'sms', '+15125550144', '+15125550144', 'p9', 'open', '2026-11-03T10:00Z', '', 0)`)
  await query(`insert into messages
    (organization_id, id, conversation_id, direction, body, created_at, status, version, patient_id, attachments) values
    ('o1', 'm1', 'twins', 'inbound', 'One', '2026-11-03T10:00Z', 'received', 0, null, '[{}]'),
    ('o1', 'm2', 'twins', 'inbound', 'Two', '2026-11-03T11:00Z', 'received', 0, 'p4', '[{}]'),
    ('o1', 'm3', 'work', 'inbound', 'Three', '2026-11-02T10:00Z', 'received', 0, null, '[{}]')`)
  await query(`insert into attachments
    (organization_id, id, conversation_id, message_id, name, content_type, size, place, created_at) values
    ('o1', 'f1', 'twins', 'm1', 'one.png', 'image/png', 1, 0, '2026-11-03T10:00Z'),
    ('o1', 'f2', 'twins', 'm2', 'two.png', 'image/png', 1, 0, '2026-11-03T11:00Z'),
    ('o1', 'f3', 'work', 'm3', 'three.png', 'image/png', 1, 0, '2026-11-02T10:00Z')`)
  await clinic.visit('v1', '2026-10-20T15:30:00Z', { patientId: 'p3', status: 'completed' })
  await clinic.visit('v2', '2026-11-20T15:30:00Z', { patientId: 'p3' })
  await clinic.visit('v3', '2026-11-20T15:30:00Z', { patientId: 'p4', doctorId: 'doctor2' })
})
afterAll(() => clinic.close())

const pages = { patientConversations, patientVisits, patientFiles }
type ChartCall = keyof typeof pages
const page = async (name: ChartCall, id: string, fields: object = {}) => {
  const { status, body } = await clinic.chart(name, id, { ...fields })
  expect(status, JSON.stringify(body)).toBe(200)
  return pages[name].reply.parse(body) as z.output<(typeof patientFiles)['reply']>
}
const all = async (name: ChartCall, id: string, limit = 1) => {
  const found: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { data, cursor: next } = await page(name, id, { limit, ...(cursor && { cursor }) })
    found.push(...data.map((item) => ('id' in item ? String(item.id) : item._id)))
    cursor = next
  }
  return found
}

describe('the tabs of a chart', () => {
  test('conversations are those of the patient and of the shared number, newest first', async () => {
    expect(await all('patientConversations', 'p3')).toEqual(['twins', 'work'])
    expect(await all('patientConversations', 'p4')).toEqual(['twins', 'chat'])
    expect(await all('patientConversations', 'p1')).toEqual([])
  })

  test('visits are all appointments of the patient, newest first', async () => {
    expect(await all('patientVisits', 'p3')).toEqual(['v2', 'v1'])
    expect(await all('patientVisits', 'p4')).toEqual(['v3'])
    expect((await page('patientVisits', 'p3')).data[0]).toMatchObject({ providerName: 'Dr. Amara Okafor' })
  })

  test('files are those of the own messages in a shared conversation, newest first', async () => {
    expect(await all('patientFiles', 'p3')).toEqual(['f1', 'f3'])
    expect(await all('patientFiles', 'p4')).toEqual(['f2'])
    expect((await page('patientFiles', 'p4')).data).toEqual([
      {
        ...{ _id: 'f2', name: 'two.png', contentType: 'image/png', size: 1, conversationId: 'twins' },
        ...{ createdAt: '2026-11-03T11:00:00.000Z', url: expect.stringContaining('attachmentId=f2') },
      },
    ])
  })

  test('household names the patients of the number and its conversation', async () => {
    const { status, body } = await clinic.chart('patientHousehold', 'p4')
    const one = { birthdate: null, mrn: null }
    expect([status, body.data]).toEqual([
      200,
      {
        ...{ phoneNumber: '+15125550144', conversationId: 'twins' },
        members: [
          { _id: 'p3', name: 'Twin One', ...one },
          { _id: 'p4', name: 'Twin Two', ...one },
        ],
      },
    ])
    await clinic.store.query(`update patients set phone_number = null where id = 'p2'`)
    expect((await clinic.chart('patientHousehold', 'p2')).body.data).toMatchObject({
      ...{ phoneNumber: null, members: [{ _id: 'p2' }], conversationId: null },
    })
  })

  test.each(['patientConversations', 'patientVisits', 'patientFiles', 'patientHousehold', 'patientTimeline'] as const)(
    '%s is 404 for absent and foreign patients',
    async (name) => {
      for (const id of ['absent', 'p9']) expect((await clinic.chart(name, id)).status).toBe(404)
      expect((await clinic.chart(name, 'p9', { organizationId: 'o2' })).status).toBe(403)
    },
  )

  test.each(['patientConversations', 'patientVisits', 'patientFiles', 'patientTimeline'] as const)(
    '%s refuses a cursor of another list and a limit out of range',
    async (name) => {
      const other = Buffer.from(JSON.stringify([1, 'x', 'other'])).toString('base64url')
      for (const wrong of [{ cursor: other }, { cursor: '%' }, { limit: 101 }, { limit: 0 }])
        expect((await clinic.chart(name, 'p3', wrong)).status, JSON.stringify(wrong)).toBe(400)
    },
  )
})

describe('keeping a file in a chart', () => {
  const picture = async () => new File([new Uint8Array(await png())], 'insurance card.png', { type: 'image/png' })
  const kept = () => clinic.store.query(`select id from attachments where patient_id is not null`)

  test('stores it, lists it first, serves it and tells of the patient', async () => {
    const { status, body } = await clinic.keepFile('p1', await picture())
    expect([status, addPatientFile.reply.parse(body).data]).toMatchObject([
      200,
      { name: 'insurance card.png', contentType: 'image/png', conversationId: null },
    ])
    expect((await page('patientFiles', 'p1')).data).toEqual([body.data])
    const bytes = await fetch(`${clinic.url}${body.data.url}`, { headers: { authorization: 'Bearer dana' } })
    expect([bytes.status, (await bytes.arrayBuffer()).byteLength]).toEqual([200, body.data.size])
    const foreign = await fetch(`${clinic.url}${body.data.url.replace('o1', 'o2')}`, {
      headers: { authorization: 'Bearer omar' },
    })
    expect(foreign.status).toBe(404)
    expect((await clinic.events()).at(-1)).toMatchObject({ type: 'patient.changed', key: 'p1', seq: body.asOf })
  })

  test('refuses no file, a wrong kind, and absent or foreign patients, and keeps nothing', async () => {
    const before = await kept()
    const none = await clinic.keepFile('p1', null)
    expect([none.status, none.body.issues?.[0].path]).toEqual([400, 'file'])
    const script = await clinic.keepFile('p1', new File(['<script>alert(1)</script>'], 'a.html', { type: 'text/html' }))
    expect([script.status, script.body.issues[0].path]).toEqual([400, 'file.0'])
    for (const id of ['absent', 'p9']) expect((await clinic.keepFile(id, await picture())).status).toBe(404)
    expect((await clinic.keepFile('p9', await picture(), { organizationId: 'o2' })).status).toBe(403)
    expect([await kept(), await clinic.store.query('select id from uploads')]).toEqual([before, []])
  })
})
