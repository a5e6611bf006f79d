import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { lena } from '../../../../test/app-world.tsx'
import { type AppServices, ServicesContext } from '../../../parts/services.tsx'
import { UserProvider, useSessionExit } from '../user-provider.tsx'
import { IdleWatch } from './idle-watch.tsx'

/** The cover stays in the document when the page unmounts. */
afterEach(() => {
  document.adoptedStyleSheets = []
})

const at = (ms: number) => new Date(ms).toISOString()

/**
 * Records what happens, in order. The session ends after `idleMs`, and from the given number of requests on it is
 * gone.
 */
function openWatch(idleMs: number, asks: number) {
  const did: string[] = []
  const life = { now: at(0), idleMinutes: 30, idleEndsAt: at(idleMs), endsAt: at(3_600_000) }
  let asked = 0
  const fetch = async (address: string) => {
    if (address !== '/api/auth/logout') {
      asked += 1
      return asked > asks ? new Response(null, { status: 401 }) : Response.json({ code: 'ok', data: life })
    }
    await Promise.resolve()
    did.push('the browser forgot')
    return new Response(null, { status: 204 })
  }
  const clock = { now: () => new Date(0), elapsed: () => 0 }
  const parts = { fetch, clock, attendance: { isAttended: () => true } } as unknown as AppServices
  function Left() {
    const { exit } = useSessionExit()
    if (exit !== undefined && !did.includes(exit)) did.push(exit)
    return null
  }
  render(
    <UserProvider user={lena}>
      <ServicesContext value={parts}>
        <IdleWatch onForgotten={() => did.push('written back')} />
        <Left />
      </ServicesContext>
    </UserProvider>,
  )
  return did
}

test('idle watch writes the device settings back before it leaves, when the session ends unused [OPEN-093] [CONST-11]', async () => {
  const did = openWatch(0, 1)
  await waitFor(() => expect(did).toContain('written back'))
  const forgot = did.indexOf('the browser forgot')
  expect([forgot >= 0, did.indexOf('written back') > forgot]).toEqual([true, true])
})

test('idle watch writes the device settings back when the user signs out in the dialog [OPEN-093] [CONST-11]', async () => {
  const did = openWatch(30_000, 2)
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out now' }))
  await waitFor(() => expect(did.slice(-2)).toEqual(['the browser forgot', 'written back']))
})
