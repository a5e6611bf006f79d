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
  // A link's try is counted before the link is read. The user, the members and the heads of logs are locked in this order,
  // and each of these steps needs what was read under the lock before.
  acceptInvitation: 17,
  removeMember: 12,
  changeRole: 11,
  invite: 11,
  resendInvitation: 10,
  // The try is counted before the password is checked, and all is read again under the lock of the user.
  confirmSecondFactor: 9,
  endSecondFactor: 9,
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
