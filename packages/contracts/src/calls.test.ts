import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { AnyCall } from './call.ts'
import { calls } from './calls.ts'
import { events } from './events.ts'
import { conversationSchema, requestTypes } from './inbox/conversation.ts'
import { conversationChanged, messageAdded } from './inbox/events.ts'

const every: AnyCall[] = Object.values(calls)
const named = (path: string, method = 'GET') => every.find((call) => call.path === path && call.method === method)

test('[DESIGN-03] [CALL-INBOX-01] each call of session and inbox has a contract', () => {
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

test('no two calls share a method and a path', () => {
  const addresses = every.map(({ method, path }) => `${method} ${path}`)
  expect(new Set(addresses).size).toBe(addresses.length)
})

test.each(Object.entries<AnyCall>(calls))('%s takes its own example and says what it does', (_name, call) => {
  const { params = {}, query = {}, body = {} } = call.example as Partial<Record<'params' | 'query' | 'body', unknown>>
  for (const read of [call.params.safeParse(params), call.query.safeParse(query), call.body.safeParse(body)])
    expect(read.error?.issues ?? []).toEqual([])
  expect(call.says).toMatch(/^[A-Z][^.]+$/)
})

test('[OPEN-048] every body and query refuses keys it does not know, but carrier and identity provider send what they like', () => {
  for (const { path, query, body, access } of every) {
    if (access === 'carrier') continue
    for (const schema of path === calls.identityCallback.path ? [body] : [query, body]) {
      const refused = schema.safeParse({ surprise: 1 })
      expect(JSON.stringify(refused.error?.issues), path).toContain('unrecognized_keys')
    }
  }
})

const isNumeric = ({ type }: { type?: unknown }) => type === 'integer' || type === 'number'
const numbers = every.flatMap(({ method, path, query }) => {
  const { properties = {} } = query.toJSONSchema({ io: 'input', unrepresentable: 'any' })
  const names = Object.entries(properties).filter(([, shape]) => isNumeric(Object(shape)))
  return names.map(([name]) => ({ title: `${method} ${path}: ${name}`, name, query }))
})

test.each(numbers)('$title takes a number in digits alone [OPEN-048]', ({ name, query }) => {
  const refused = (text: unknown) =>
    query.safeParse({ [name]: text }).error?.issues.some(({ path }) => path[0] === name)
  expect(refused('1')).not.toBe(true)
  for (const text of ['1e1', ' 1', '1 ', '1.0', '+1', '0x1', '', 'NaN', '１', ['1']])
    expect(refused(text), String(text)).toBe(true)
})

test('[OPEN-044] every call of an organization names it', () => {
  for (const { path, query, body, access } of every.filter((call) => call.access === 'member')) {
    const fields = [query, body].flatMap((schema) => Object.keys((schema as z.ZodObject).shape))
    expect(fields, `${path} ${access}`).toContain('organizationId')
  }
})

describe('each event type', () => {
  test.each(events)('[DESIGN-03] $type has an example that is one', (event) => {
    expect(() => event.data.parse(event.example)).not.toThrow()
  })

  test('[OPEN-096] says itself what it replaces and who may hear it', () => {
    const { example } = conversationChanged
    expect(conversationChanged.key(example)).toBe(example.id)
    expect(conversationChanged.audience(example)).toBe('organization')
    expect(messageAdded.audience(messageAdded.example)).toBe(`conversation:${messageAdded.example.conversationId}`)
  })
})

describe('what a call takes', () => {
  const list = calls.conversations.query

  test('[OPEN-069] the status list in its encodings', () => {
    const statuses = (status: unknown) => list.parse({ organizationId: 'o1', status }).status
    expect(statuses(['open', 'unassigned'])).toEqual(['open', 'unassigned'])
    expect(statuses('open,unassigned')).toEqual(['open', 'unassigned'])
    expect(statuses('OPEN')).toEqual(['open'])
    expect(list.parse({ organizationId: 'o1' }).status).toEqual(['open'])
  })

  test('[CONST-03] page 1 of 10 unless it says otherwise', () => {
    expect(list.parse({ organizationId: 'o1' })).toMatchObject({ page: 1, limit: 10 })
  })

  test.each([
    { page: 0 },
    { page: 'x' },
    { limit: 101 },
    { date: '2024-13-01' },
    { filter: 'mail' },
    { status: 'shut' },
  ])('[OPEN-048] %j is refused', (wrong) => {
    expect(list.safeParse({ organizationId: 'o1', ...wrong }).success).toBe(false)
  })

  test('[OPEN-032] a conversation closes with one of four statuses, in any case', () => {
    const close = (status: string) =>
      calls.closeConversation.body.safeParse({ organizationId: 'o', conversationId: 'c', status })
    expect(close('RESOLVED').data?.status).toBe('resolved')
    for (const wrong of ['all', 'unread', 'unassigned', 'x']) expect(close(wrong).success, wrong).toBe(false)
  })

  test('[OPEN-072] a message has 1 to 1600 characters after trimming', () => {
    const send = (message: string) =>
      calls.sendMessage.body.safeParse({ organizationId: 'o', conversationId: 'c', message })
    expect(send('  hi ').data).toMatchObject({ message: 'hi', private: false })
    expect(send('x'.repeat(1600)).success).toBe(true)
    for (const wrong of ['', '   ', 'x'.repeat(1601), 'a\u0000b', '\ud800'])
      expect(send(wrong).success, wrong).toBe(false)
  })

  test('[CALL-INBOX-09] [CONST-04] [ERR-16] files: the text may be empty, and everything comes as a form writes it', () => {
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

  test('[OPEN-074] an absent request type is refused, null clears it', () => {
    const mark = (body: object) =>
      calls.markConversationRequest.body.safeParse({ organizationId: 'o', conversationId: 'c', ...body }).success
    expect([mark({}), mark({ requestType: null }), mark({ requestType: 'x' })]).toEqual([false, true, false])
    expect(requestTypes.every((requestType) => mark({ requestType }))).toBe(true)
  })

  test('[OPEN-076] a conversation is by text or by chat', () => {
    const { type, gender } = conversationSchema.shape
    expect([type.safeParse('sms').success, type.safeParse('chat').success, type.safeParse('mail').success]).toEqual([
      true,
      true,
      false,
    ])
    expect(['male', 'female', 'other', 'unknown'].every((one) => gender.safeParse(one).success)).toBe(true)
  })

  test('[ENTITY-24] the conversation actions use these names and no others', () => {
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

  test('[ENTITY-25] [OPEN-023] a canned message', () => {
    const add = (body: object) => calls.addCannedMessage.body.safeParse({ organizationId: 'o', ...body }).success
    expect(add({ title: 'Labs', message: 'Please fast.' })).toBe(true)
    expect(add({ title: 'Labs', message: ' ' })).toBe(false)
    expect(add({ title: 'x'.repeat(81), message: 'm' })).toBe(false)
  })
})
