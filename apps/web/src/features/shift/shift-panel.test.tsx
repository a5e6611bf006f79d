import { deskChanged } from '@foyer/contracts/board/desk.ts'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, tell } from '../../../test/appointments-world.tsx'
import { stubBrowser } from '../../../test/browser-stubs.ts'
import { forgetLives, live } from '../../../test/controlled-live.ts'
import { showSettings } from '../../../test/settings-world.tsx'
import { CallError } from '../../api/call-error.ts'
import { ShiftPanel } from './shift-panel.tsx'

beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  forgetLives()
  vi.unstubAllGlobals()
})

const CEDAR = { _id: 'org_cedar', timezone: 'America/Chicago' }
const desk = (state: string, version: number) => ({ ...deskChanged.example, userId: 'usr_ana', state, version })
const open = (answers: Parameters<typeof showSettings>[1] = {}) =>
  showSettings(<ShiftPanel organization={CEDAR} userId="usr_ana" />, { desks: () => answer([]), ...answers })
const own = () => screen.findByRole('status', { name: 'Your desk' })

test('shift panel sends the state of the own desk, with the end of a break', async () => {
  const { of } = open({ changeDesk: () => answer(desk('break', 5), 5) })
  expect((await own()).textContent).toBe('You are off.')
  await userEvent.click(screen.getByRole('button', { name: 'Break for 15 minutes' }))
  expect(of('changeDesk')[0]?.body).toEqual({
    ...{ organizationId: 'org_cedar', state: 'break', until: '2026-11-19T15:31:00.000Z' },
  })
  await waitFor(async () => expect((await own()).textContent).toMatch(/^You are on a break/))
})

test('shift panel follows a change that was made elsewhere', async () => {
  open()
  await own()
  act(() => live().comeAlive())
  tell({ seq: 2, type: 'desk.changed', data: desk('call', 2) })
  await waitFor(async () => expect((await own()).textContent).toMatch(/^You are on a call, since/))
  expect(screen.getByRole('button', { name: 'On a call' }).getAttribute('aria-pressed')).toBe('true')
})

test('shift panel keeps the state when the change is refused', async () => {
  open({
    changeDesk: () => {
      throw new CallError('Busy', 503, { reason: 'overloaded', message: 'Busy' })
    },
  })
  await own()
  await userEvent.click(screen.getByRole('button', { name: 'On shift' }))
  expect((await own()).textContent).toBe('You are off.')
})
