/** Bounds how often each call waits for the store: a wait costs more than most statements. */
import type { CallName } from '@foyer/contracts/calls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAsking } from './asking.ts'
import { callNames, callOf } from './requests.ts'

const READ_MAX = 3
const WRITE_MAX = 8
const TEXT_MAX = 5

/** Calls that wait more often. A number here may fall and never rise. */
const MORE: Partial<Record<CallName, number>> = {
  confirmSecondFactor: 28,
  acceptInvitation: 27,
  endSecondFactor: 26,
  changePassword: 25,
  signInSecondStep: 25,
  signIn: 22,
  renewRecoveryCodes: 21,
  beginSecondFactor: 19,
  changeRole: 16,
  removeMember: 16,
  sendMessageFile: 16,
  resetPassword: 15,
  createWithMessage: 14,
  invite: 13,
  sendMessage: 13,
  resendInvitation: 12,
  sendCampaignNotification: 12,
  lookAtInvitation: 11,
  blockPhoneNumber: 10,
  chatSend: 10,
  cancelScheduledMessage: 9,
  rescheduleMessage: 9,
  scheduleMessage: 9,
  withdrawInvitation: 9,
  account: 7,
  members: 7,
  profile: 6,
  invitations: 4,
}

/** The calls that screens of the inbox make most often. */
const FEWER: Partial<Record<CallName, number>> = {
  conversation: 2,
  conversations: 2,
  messages: 2,
}

let asking: Awaited<ReturnType<typeof openAsking>>
beforeAll(async () => {
  asking = await openAsking()
})
afterAll(() => asking.close())

function mostOf(name: CallName): number {
  if (name === 'inboundText') return TEXT_MAX
  return callOf(name).method === 'GET' ? READ_MAX : WRITE_MAX
}

test.each(callNames)('%s waits for the store no more often than its kind may', async (name) => {
  const { takeWaits } = asking.clinics
  takeWaits()
  await asking.ask(name, asking.good(name))
  expect(takeWaits()).toBeLessThanOrEqual(FEWER[name] ?? MORE[name] ?? mostOf(name))
})
