import { noCounts } from '@foyer/contracts/counts.rules.ts'
import type { Preferences } from '@foyer/contracts/inbox/preferences-calls.ts'
import { preferencesChanged } from '@foyer/contracts/inbox/preferences-events.ts'
import { preferencesSetting } from '@foyer/contracts/inbox/preferences-setting.ts'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cedar, lena } from '../../test/app-world.tsx'
import { createLive, forgetLives, live } from '../../test/controlled-live.ts'
import { chooseAfterClosing } from '../lib/after-closing.ts'
import { createCommands } from '../lib/commands.ts'
import { chooseDensity, density } from '../lib/density.ts'
import { createHandover } from '../lib/handover.ts'
import { createTheme } from '../lib/theme.ts'
import { Keyboard } from '../parts/keyboard.tsx'
import { Live } from '../parts/live-context.tsx'
import { type AppServices, ServicesContext } from '../parts/services.tsx'
import { FollowPreferences } from './follow-preferences.tsx'
import type { LocalChoices } from './preference-changes.rules.ts'

const preferences = (change: Partial<Preferences> = {}): Preferences => ({
  ...{ ...preferencesSetting.default, organizationId: cedar._id, user: lena._id, version: 0 },
  ...change,
})

beforeEach(() => {
  localStorage.clear()
  chooseDensity('comfortable')
})
afterEach(() => {
  // The screen unmounts before the connection that it listens to.
  cleanup()
  forgetLives()
})

interface Asked {
  readonly body: Record<string, unknown>
  readonly answer: (data: Preferences) => Promise<void>
  readonly fail: () => Promise<void>
}

const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }

/** The follower, with a server whose answers the test gives. `began`: the choices with which the page began. */
function open(began: LocalChoices | null = null, commands = createCommands(storage)) {
  const first = { current: began }
  const prefersDark = { matches: false, addEventListener: () => undefined }
  const theme = createTheme({ storage, prefersDark, root: document.createElement('html') })
  const asked: Record<string, Asked[]> = { preferences: [], savePreferences: [] }
  const api = (name: string, { body = {} }: { body?: Record<string, unknown> } = {}) =>
    new Promise((resolve, reject) => {
      const reply = (data: Preferences) => ({ code: 'ok', data, asOf: 10, epoch: 'e1' })
      asked[name]?.push({
        body,
        answer: (data) => act(async () => resolve(reply(data))),
        fail: () => act(async () => reject(new TypeError('Failed to fetch'))),
      })
    })
  const token = { get: async () => '', renew: async () => '' }
  const actor = createLive({ token, checkSession: async () => true, organizationId: cedar._id, random: () => 0 })
  const parts = { api, theme } as unknown as AppServices
  const follower = (organizationId: string) => (
    <Keyboard value={{ commands, handover: createHandover() }}>
      <ServicesContext value={parts}>
        <Live value={actor}>
          <FollowPreferences key={organizationId} organizationId={organizationId} userId={lena._id} first={first} />
        </Live>
      </ServicesContext>
    </Keyboard>
  )
  const { rerender } = render(follower(cedar._id))
  act(() => live().comeAlive())
  return {
    theme,
    commands,
    saves: asked.savePreferences!,
    read: (data: Preferences) => asked.preferences!.at(-1)!.answer(data),
    choose: (choice: 'light' | 'dark' | 'system') => act(() => theme.choose(choice)),
    goTo: (organizationId: string) => rerender(follower(organizationId)),
  }
}

/** The relay sends what another screen of the member saved. */
function hear(data: Preferences) {
  const where = { organizationId: cedar._id, epoch: 'e1', counts: noCounts }
  const { type, key } = preferencesChanged
  const event = { ...where, type, seq: 11, key: key(data), audience: preferencesChanged.audience(data), at: '', data }
  act(() => live().tell({ type: 'relay.events', frame: { ...where, from: 1, to: 11, events: [event] } }))
}

const saved = ({ saves }: ReturnType<typeof open>) => saves.map(({ body: { organizationId: _, ...change } }) => change)

test('FollowPreferences saves every choice when the first one precedes the reading and none was ever saved', async () => {
  const made = open()
  made.choose('dark')
  await made.read(preferences())
  expect(saved(made)).toEqual([{ theme: 'dark', density: 'comfortable', shortcuts: true, afterClosing: 'next' }])
})

test('FollowPreferences saves the choice that precedes the reading and takes the others from the server', async () => {
  const made = open()
  made.choose('dark')
  await made.read(preferences({ theme: 'light', density: 'compact', version: 3 }))
  expect(saved(made)).toEqual([{ theme: 'dark' }])
  expect([made.theme.choice(), density()]).toEqual(['dark', 'compact'])
})

test('FollowPreferences saves a choice that precedes its own start', async () => {
  const made = open({ theme: 'light', density: 'comfortable', shortcuts: true, afterClosing: 'next' })
  await made.read(preferences({ theme: 'light', version: 3 }))
  expect(saved(made)).toEqual([{ theme: 'system' }])
})

test('FollowPreferences saves nothing in another organization when its choices differ from those of the page’s start', async () => {
  const made = open({ theme: 'system', density: 'comfortable', shortcuts: true, afterClosing: 'next' })
  await made.read(preferences({ theme: 'dark', version: 3 }))
  expect(made.theme.choice()).toBe('dark')
  made.goTo('org_lakeside')
  await made.read(preferences({ organizationId: 'org_lakeside', theme: 'light', version: 2 }))
  expect([made.theme.choice(), saved(made)]).toEqual(['light', []])
})

test('FollowPreferences saves nothing for a person who never chose when commands load that the keyboard tells of', async () => {
  const made = open()
  // The person before has turned the keys off on this machine.
  made.commands.setCharacters(false)
  cleanup()
  const next = open({ theme: 'system', density: 'comfortable', shortcuts: false, afterClosing: 'next' }, made.commands)
  await next.read(preferences())
  act(() => next.commands.changed())
  expect(saved(next)).toEqual([])
})

test('FollowPreferences saves the first choice of a person when it equals the default', async () => {
  const made = open()
  // The person before has turned the keys off on this machine.
  made.commands.setCharacters(false)
  cleanup()
  const next = open({ theme: 'system', density: 'comfortable', shortcuts: false, afterClosing: 'next' }, made.commands)
  await next.read(preferences())
  act(() => next.commands.setCharacters(true))
  expect(saved(next)).toEqual([{ theme: 'system', density: 'comfortable', shortcuts: true, afterClosing: 'next' }])
})

test('FollowPreferences saves a choice when it takes back one that another tab of the browser made', async () => {
  const made = open()
  await made.read(preferences({ version: 3 }))
  // The other tab has written the storage that both share.
  localStorage.setItem('after-closing', JSON.stringify({ [lena._id]: 'list' }))
  hear(preferences({ afterClosing: 'list', version: 4 }))
  act(() => chooseAfterClosing(lena._id, 'next'))
  expect(saved(made)).toEqual([{ afterClosing: 'next' }])
})

test('FollowPreferences keeps the newest choice when the answers to two saves arrive in the wrong order', async () => {
  const made = open()
  await made.read(preferences({ version: 3 }))
  made.choose('light')
  made.choose('dark')
  expect(saved(made)).toEqual([{ theme: 'light' }, { theme: 'dark' }])
  await made.saves[1]!.answer(preferences({ theme: 'dark', version: 5 }))
  await made.saves[0]!.answer(preferences({ theme: 'light', version: 4 }))
  expect(made.theme.choice()).toBe('dark')
})

test('FollowPreferences takes what another screen saved when its own save ends', async () => {
  const made = open()
  await made.read(preferences({ version: 3 }))
  made.choose('dark')
  hear(preferences({ theme: 'light', density: 'compact', version: 5 }))
  expect(made.theme.choice()).toBe('dark')
  await made.saves[0]!.answer(preferences({ theme: 'dark', version: 4 }))
  expect([made.theme.choice(), density()]).toEqual(['light', 'compact'])
})

test('FollowPreferences repeats a choice that was not saved when it hears from the server again', async () => {
  const made = open()
  await made.read(preferences({ version: 3 }))
  made.choose('dark')
  await made.saves[0]!.fail()
  hear(preferences({ density: 'compact', version: 4 }))
  expect([made.theme.choice(), density()]).toEqual(['dark', 'compact'])
  expect(saved(made)).toEqual([{ theme: 'dark' }, { theme: 'dark' }])
})
