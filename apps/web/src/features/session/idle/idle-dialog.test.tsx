import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import { type IdleActor, idleMachine, type ToServer } from './idle.machine.ts'
import { IdleDialog } from './idle-dialog.tsx'

const still = () => ({ wall: 0, elapsed: 0 })
const after = (seconds: number) => new Date(seconds * 1_000).toISOString()

/** A machine in its warning state, this many seconds before the end. */
function warned(idleS: number, wholeS: number): IdleActor {
  const life = { now: after(0), idleMinutes: 30, idleEndsAt: after(idleS), endsAt: after(wholeS) }
  const server = fromCallback<ToServer>(({ receive, sendBack }) => {
    receive(() => sendBack({ type: 'server.life', life, noted: false }))
  })
  const machine = idleMachine.provide({ actors: { server, signOut: fromPromise(async () => true) } })
  const idle = createActor(machine, { input: { now: still, since: still() } }).start()
  vi.spyOn(idle, 'send')
  return idle
}

const looks = () =>
  screen.getAllByRole('button').map((button) => [button.textContent, /bg-accent/.test(button.className)])

test('idle dialog fills “Stay signed in” and focuses it, and keeps “Sign out now” quiet [OPEN-093]', async () => {
  const idle = warned(45, 3_600)
  render(<IdleDialog idle={idle} now={still} />)
  await screen.findByRole('alertdialog', { name: 'Are you still there?' })
  expect(looks()).toEqual([
    ['Sign out now', false],
    ['Stay signed in', true],
  ])
  expect(document.activeElement?.textContent).toBe('Stay signed in')
  await userEvent.keyboard('{Enter}')
  expect(idle.send).toHaveBeenCalledExactlyOnceWith({ type: 'stay' })
  idle.stop()
})

test('idle dialog fills “Sign in again” at the end of the twelve hours [OPEN-093]', async () => {
  const idle = warned(45, 45)
  render(<IdleDialog idle={idle} now={still} />)
  await screen.findByRole('alertdialog', { name: 'Sign in again to continue' })
  expect(looks()).toEqual([
    ['Continue until then', false],
    ['Sign in again', true],
  ])
  expect(document.activeElement?.textContent).toBe('Continue until then')
  idle.stop()
})
