import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { AnyCall } from './call.ts'
import { calls } from './calls.ts'
import { events } from './events.ts'
import { conversationSchema, requestTypes } from './inbox/conversation.ts'
import { conversationChanged, messageAdded } from './inbox/events.ts'

const every: AnyCall[] = Object.values(calls)
const named = (path: string, method = 'GET') => every.find((call) => call.path === path && call.method === method)

test('calls include every call of session and inbox [DESIGN-03] [CALL-INBOX-01]', () => {
  const inbox = `GET conversation, GET conversations, GET messages, GET messages/patient, GET conversations/attachments,
    POST send-message, POST send-message-file, POST mark-conversation-as-unread, POST conversations/toggle-star,
    POST update-last-seen, POST assign-conversation, GET patient-with-same-number, GET agents, GET canned-messages,
    POST add-canned-message, POST update-canned-message, POST remove-canned-message, POST close-conversation,
    GET search-users, POST conversations/create-with-message, POST mark-conversation-request, GET agents-based-on-role,
    POST assign-to-staff, POST assign-message, POST conversations/create-import-and-assign-conversation,
    POST block-phone-number, GET patient-conversation`
  for (const [method = '', path] of inbox.split(',').map((call) => call.trim().split(' '))) {
    expect(named(`/api/inbox/${path}`, method), `${method} ${path}`).toBeDefined()
  }
  for (const path of ['/api/auth/me', '/api/get-access-token', '/api/services/auth/token'])
    expect(named(path)).toBeDefined()
})

test('calls have a unique method and path each', () => {
  const addresses = every.map(({ method, path }) => `${method} ${path}`)
  expect(new Set(addresses).size).toBe(addresses.length)
})

test.each(Object.entries<AnyCall>(calls))(
  '%s accepts its own example and has a sentence for the audit',
  (_name, call) => {
    const { params = {}, query = {}, body = {} } = call.example as Partial<Record<'params' | 'query' | 'body', unknown>>
    for (const read of [call.params.safeParse(params), call.query.safeParse(query), call.body.safeParse(body)])
      expect(read.error?.issues ?? []).toEqual([])
    expect(call.says).toMatch(/^[A-Z][^.]+$/)
  },
)

test('bodies and queries refuse unknown keys except from the carrier, the fax service, Google and the identity provider [OPEN-048]', () => {
  for (const { path, query, body, access } of every) {
    if (access === 'carrier' || access === 'fax' || access === 'google') continue
    const addsToQuery = path === calls.identityCallback.path || path === calls.listingsCallback.path
    for (const schema of addsToQuery ? [body] : [query, body]) {
      const refused = schema.safeParse({ surprise: 1 })
      expect(JSON.stringify(refused.error?.issues), path).toContain('unrecognized_keys')
    }
  }
})

const isNumeric = ({ type }: { type?: unknown }) => type === 'integer' || type === 'number'
const inputFields = (schema: z.ZodType) => schema.toJSONSchema({ io: 'input', unrepresentable: 'any' }).properties ?? {}
const numbers = every.flatMap(({ method, path, query }) => {
  const shapes = Object.entries(inputFields(query)).filter(([, shape]) => isNumeric(Object(shape)))
  return shapes.map(([name, shape]) => {
    const { minimum = 1 } = Object(shape) as { minimum?: number }
    return { title: `${method} ${path}: ${name}`, name, query, taken: String(Math.max(1, minimum)) }
  })
})

test.each(numbers)('$title accepts a number only when it is written in digits [OPEN-048]', ({ name, query, taken }) => {
  const refused = (text: unknown) =>
    query.safeParse({ [name]: text }).error?.issues.some(({ path }) => path[0] === name)
  expect(refused(taken)).not.toBe(true)
  for (const text of ['1e1', ' 1', '1 ', '1.0', '+1', '0x1', '', 'NaN', '１', ['1']])
    expect(refused(text), String(text)).toBe(true)
})

test('calls with access `member` name their organization in the path, in a field, in their JSON query or in a header [OPEN-044]', () => {
  const named = every.filter(({ access, organization }) => access === 'member' && organization !== 'header')
  for (const { path, params, query, body, access, example } of named) {
    const fields = [params, query, body].flatMap((schema) => Object.keys(inputFields(schema)))
    const { query: written } = (example as { query?: { query?: unknown } }).query ?? {}
    if (typeof written === 'string') fields.push(...Object.keys(JSON.parse(written)))
    expect(fields, `${path} ${access}`).toContain('organizationId')
  }
})

describe('each event type', () => {
  test.each(events)('$type has an example that matches its schema [DESIGN-03]', (event) => {
    expect(() => event.data.parse(event.example)).not.toThrow()
  })

  test('derives its key and its audience from its data [OPEN-096]', () => {
    const { example } = conversationChanged
    expect(conversationChanged.key(example)).toBe(example.id)
    expect(conversationChanged.audience(example)).toBe('organization')
    expect(messageAdded.audience(messageAdded.example)).toBe(`conversation:${messageAdded.example.conversationId}`)
  })
})

describe('inputs of calls', () => {
  const list = calls.conversations.query

  test('conversations accepts the status list in each encoding [OPEN-069]', () => {
    const statuses = (status: unknown) => list.parse({ organizationId: 'o1', status }).status
    expect(statuses(['open', 'unassigned'])).toEqual(['open', 'unassigned'])
    expect(statuses('open,unassigned')).toEqual(['open', 'unassigned'])
    expect(statuses('OPEN')).toEqual(['open'])
    expect(list.parse({ organizationId: 'o1' }).status).toEqual(['open'])
  })

  test('conversations defaults to page 1 with 10 rows [CONST-03]', () => {
    expect(list.parse({ organizationId: 'o1' })).toMatchObject({ page: 1, limit: 10 })
  })

  test.each([
    { page: 0 },
    { page: 'x' },
    { limit: 101 },
    { date: '2024-13-01' },
    { filter: 'mail' },
    { status: 'shut' },
  ])('conversations refuses %j [OPEN-048]', (wrong) => {
    expect(list.safeParse({ organizationId: 'o1', ...wrong }).success).toBe(false)
  })

  test('closeConversation accepts one of four statuses in any case [OPEN-032]', () => {
    const close = (status: string) =>
      calls.closeConversation.body.safeParse({ organizationId: 'o', conversationId: 'c', status })
    expect(close('RESOLVED').data?.status).toBe('resolved')
    for (const wrong of ['all', 'unread', 'unassigned', 'x']) expect(close(wrong).success, wrong).toBe(false)
  })

  test('sendMessage accepts 1 to 1600 characters after trimming [OPEN-072]', () => {
    const send = (message: string) =>
      calls.sendMessage.body.safeParse({ organizationId: 'o', conversationId: 'c', message })
    expect(send('  hi ').data).toMatchObject({ message: 'hi', private: false })
    expect(send('x'.repeat(1600)).success).toBe(true)
    for (const wrong of ['', '   ', 'x'.repeat(1601), 'a\u0000b', '\ud800'])
      expect(send(wrong).success, wrong).toBe(false)
  })

  test('sendMessageFile accepts an empty text and reads form-encoded fields [CALL-INBOX-09] [CONST-04] [ERR-16]', () => {
    const { body, failure, files } = calls.sendMessageFile
    const send = (fields: object) => body.safeParse({ organizationId: 'o', conversationId: 'c', ...fields })
    expect(send({}).data).toMatchObject({ message: '', private: 'false' })
    expect(send({ message: ' hi ', private: 'true', seenVersion: '7' }).data).toMatchObject({
      message: 'hi',
      seenVersion: 7,
    })
    for (const wrong of [
      { private: true },
      { private: 'yes' },
      { seenVersion: '' },
      { seenVersion: '-1' },
      { seenVersion: 'x' },
    ])
      expect(send(wrong).success, JSON.stringify(wrong)).toBe(false)
    expect([failure, files]).toEqual([
      'Failed to send message with files',
      { part: 'attachments', most: 10, bytes: 10 * 1024 * 1024 },
    ])
    const list = calls.attachments.query.parse({ organizationId: 'o', conversationId: 'c' })
    expect(list).toMatchObject({ page: 1, limit: 10 })
  })

  test('markConversationRequest refuses an absent request type and accepts null [OPEN-074]', () => {
    const mark = (body: object) =>
      calls.markConversationRequest.body.safeParse({ organizationId: 'o', conversationId: 'c', ...body }).success
    expect([mark({}), mark({ requestType: null }), mark({ requestType: 'x' })]).toEqual([false, true, false])
    expect(requestTypes.every((requestType) => mark({ requestType }))).toBe(true)
  })

  test('conversationSchema accepts the types sms and chat and four genders [OPEN-076]', () => {
    const { type, gender } = conversationSchema.shape
    expect([type.safeParse('sms').success, type.safeParse('chat').success, type.safeParse('mail').success]).toEqual([
      true,
      true,
      false,
    ])
    expect(['male', 'female', 'other', 'unknown'].every((one) => gender.safeParse(one).success)).toBe(true)
  })

  test('conversation actions use only the specified field names [ENTITY-24]', () => {
    const names =
      'organizationId conversationId patientId user action status requestType phoneNumber blockPhoneNumber'.split(' ')
    const actions = [
      calls.toggleStar,
      calls.closeConversation,
      calls.markConversationAsUnread,
      calls.assignToStaff,
      calls.updateLastSeen,
      calls.assignConversation,
      calls.markConversationRequest,
      calls.blockPhoneNumber,
    ]
    for (const action of actions) {
      for (const field of Object.keys(action.body.shape)) expect(names).toContain(field)
    }
    expect(calls.blockPhoneNumber.body.shape.blockPhoneNumber).toBeInstanceOf(z.ZodBoolean)
  })

  test('addCannedMessage limits the title and refuses a blank message [ENTITY-25] [OPEN-023]', () => {
    const add = (body: object) => calls.addCannedMessage.body.safeParse({ organizationId: 'o', ...body }).success
    expect(add({ title: 'Labs', message: 'Please fast.' })).toBe(true)
    expect(add({ title: 'Labs', message: ' ' })).toBe(false)
    expect(add({ title: 'x'.repeat(81), message: 'm' })).toBe(false)
  })
})
