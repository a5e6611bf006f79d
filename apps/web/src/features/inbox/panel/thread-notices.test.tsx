import { type Conversation, conversationExample } from '@foyer/contracts/inbox/conversation.ts'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../../test/browser-stubs.ts'
import { forgetLives } from '../../../../test/controlled-live.ts'
import { now, ok, type RecordedCall, refused, showPanelPart, timezone, unknown } from '../../../../test/panel-world.tsx'
import { BlockDialog } from './block-dialog.tsx'
import { ThreadNotices } from './thread-notices.tsx'

beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  forgetLives()
})

function open(
  conversation: Conversation,
  answers: Record<string, (asked: RecordedCall) => unknown> = {},
  offline = false,
) {
  const handlers = { onAct: vi.fn(), onRead: vi.fn(), onAssign: vi.fn() }
  const part = <ThreadNotices {...{ conversation, now, timezone, offline }} userId="usr_lena" {...handlers} />
  return { ...showPanelPart(part, answers), ...handlers }
}

const rosalind: Conversation = { ...conversationExample, id: 'c1', askedToStop: true }

test('notice shows a patient’s wish not to be texted, and “Stop texts” opts the patient out', async () => {
  const settled = { ...rosalind, askedToStop: false, smsStatus: 'opted_out' as const, version: 11 }
  const { of, onRead } = open(rosalind, { resolveStopRequest: () => ok(settled) })
  screen.getByText('Rosalind asked not to be texted.')
  await userEvent.click(screen.getByRole('button', { name: 'Stop texts' }))
  await vi.waitFor(() => expect(onRead).toHaveBeenCalledExactlyOnceWith({ epoch: 'e1', conversation: settled }))
  expect(of('resolveStopRequest')[0]!.body).toEqual({ organizationId: 'org_cedar', conversationId: 'c1', optOut: true })
})

test('notice says when an answer fails, and the same answer keeps its key', async () => {
  const { of } = open(rosalind, { resolveStopRequest: () => refused('Failed to resolve the request', 500) })
  await userEvent.click(screen.getByRole('button', { name: 'They didn’t mean it' }))
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Failed to resolve the request. Nothing was changed.',
  )
  await userEvent.click(screen.getByRole('button', { name: 'They didn’t mean it' }))
  await userEvent.click(screen.getByRole('button', { name: 'Stop texts' }))
  await vi.waitFor(() => expect(of('resolveStopRequest')).toHaveLength(3))
  const [first, second, third] = of('resolveStopRequest')
  expect(first!.body.optOut).toBe(false)
  expect(second!.idempotencyKey).toBe(first!.idempotencyKey)
  expect(third!.idempotencyKey).not.toBe(first!.idempotencyKey)
})

const patient = (_id: string, name: string) => ({
  _id,
  name,
  patientImportId: _id,
  phoneNumber: '+15125550187',
  birthdate: null,
  mrn: null,
})

test('notice offers the patients of a shared number above the thread [CALL-INBOX-14] [STATE-29]', async () => {
  const assigned = { ...unknown, patientId: 'pat_2', name: 'Hannah Feldman' }
  const { of, onRead, onAssign } = open(unknown, {
    patientsWithSameNumber: () => ok([patient('pat_1', 'Naomi Feldman'), patient('pat_2', 'Hannah Feldman')]),
    assignConversation: () => ok(assigned),
  })
  await screen.findByText('This number belongs to 2 patients.')
  await userEvent.click(screen.getByRole('button', { name: 'Someone else' }))
  expect(onAssign).toHaveBeenCalledOnce()
  await userEvent.click(screen.getByRole('button', { name: 'Hannah Feldman' }))
  await vi.waitFor(() => expect(onRead).toHaveBeenCalledExactlyOnceWith({ epoch: 'e1', conversation: assigned }))
  expect(of('assignConversation')[0]!.body).toMatchObject({ patientId: 'pat_2' })
})

test('notice offers the one patient of the number, and nothing when there is none [CALL-INBOX-14]', async () => {
  open(unknown, { patientsWithSameNumber: () => ok([patient('pat_1', 'Naomi Feldman')]) })
  await screen.findByRole('button', { name: 'Assign to Naomi Feldman' })
  cleanup()
  const { of } = open(unknown, { patientsWithSameNumber: () => ok([]) })
  await vi.waitFor(() => expect(of('patientsWithSameNumber')).toHaveLength(1))
  expect(screen.queryByRole('button')).toBeNull()
})

test('notice says until when a conversation is snoozed and wakes it', async () => {
  const { onAct } = open({ ...conversationExample, id: 'c1', snoozedUntil: '2026-11-20T14:00:00.000Z' })
  screen.getByText('Snoozed until tomorrow, 8:00 AM')
  await userEvent.click(screen.getByRole('button', { name: 'Wake now' }))
  expect(onAct).toHaveBeenCalledExactlyOnceWith({ kind: 'snooze', conversationId: 'c1', until: null })
})

test('notice sends no answer while offline and says why', async () => {
  const { asked } = open(rosalind, {}, true)
  await userEvent.click(screen.getByRole('button', { name: 'Stop texts' }))
  expect(screen.getAllByText('You are offline. This waits until you are back.')).not.toHaveLength(0)
  expect(asked).toEqual([])
})

test('block dialog names the number, blocks it, and stays open with the error when that fails [CALL-INBOX-28] [ERR-30]', async () => {
  let broken = true
  const onClose = vi.fn()
  const { of } = showPanelPart(<BlockDialog conversation={conversationExample} offline={false} onClose={onClose} />, {
    blockPhoneNumber: () =>
      broken ? refused('Failed to block phone number', 400) : ok({ phoneNumber: '+15125550142', blocked: true }),
  })
  const dialog = await screen.findByRole('alertdialog', { name: 'Block (512) 555-0142?' })
  expect(dialog.textContent).toContain('every conversation with this number')
  // The focus is on the safe answer, so that Enter cancels.
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
  await userEvent.click(screen.getByRole('button', { name: 'Block (512) 555-0142' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to block phone number')
  expect(onClose).not.toHaveBeenCalled()
  broken = false
  await userEvent.click(screen.getByRole('button', { name: 'Block (512) 555-0142' }))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(of('blockPhoneNumber')[1]!.body).toEqual({
    organizationId: 'org_cedar',
    phoneNumber: '+15125550142',
    blockPhoneNumber: true,
  })
})

test('block dialog unblocks a blocked number [CALL-INBOX-28]', async () => {
  const blocked = { ...conversationExample, smsStatus: 'blocked' as const, textEnable: false }
  const { of } = showPanelPart(<BlockDialog conversation={blocked} offline={false} onClose={() => undefined} />, {
    blockPhoneNumber: () => ok({ phoneNumber: '+15125550142', blocked: false }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Unblock (512) 555-0142' }))
  await vi.waitFor(() => expect(of('blockPhoneNumber')[0]!.body).toMatchObject({ blockPhoneNumber: false }))
})
