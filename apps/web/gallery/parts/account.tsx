import { Component as Preferences } from '../../src/features/settings/preferences/preferences-page.tsx'
import { Component as Profile } from '../../src/features/settings/profile/profile-page.tsx'
import { Component as Sessions } from '../../src/features/settings/sessions/sessions-page.tsx'
import { type Answers, never, ok, refuse } from '../canned-api.ts'
import { account as known, MARKUP, sessions } from '../fixtures/accounts.ts'
import { LONG_NAME } from '../fixtures/conversations.ts'
import { preferences } from '../fixtures/people.ts'
import { part } from '../gallery-entry.ts'
import { SettingsScene } from '../scenes/settings-scene.tsx'
import type { Hand } from '../use-hand.ts'

const quiet = { scope: 'mine', sound: false, showText: false, quiet: null } as const
const loaded: Answers = {
  account: () => ok(known),
  sessions: () => ok(sessions),
  notificationPreferences: () => ok(quiet),
}

const save =
  (until: string) =>
  async ({ find, press }: Hand) => {
    await find('main form')
    await press('main form [type=submit]')
    await find(until)
  }

const end =
  (until: string) =>
  async ({ press, find }: Hand) => {
    await press('[aria-label^="End the session"]')
    await find(until)
  }

async function leave({ press, find }: Hand) {
  await find('[aria-label=Sessions] li')
  await press('main header button')
  await find('[role=alertdialog]')
}

export const account = part('Account', {
  profile: {
    title: 'Profile',
    show: () => (
      <SettingsScene answers={loaded}>
        <Profile />
      </SettingsScene>
    ),
  },
  'profile-agent': {
    title: 'Profile of somebody who is no admin, by an identity provider',
    show: () => (
      <SettingsScene
        agent
        answers={{ account: () => ok({ ...known, name: MARKUP, identityProvider: 'Cedar Ridge Sign-on' }) }}
      >
        <Profile />
      </SettingsScene>
    ),
  },
  preferences: {
    title: 'Preferences',
    show: () => (
      <SettingsScene answers={loaded}>
        <Preferences />
      </SettingsScene>
    ),
  },
  'preferences-signed': {
    title: 'Preferences with a signature and sounds',
    show: () => (
      <SettingsScene
        agent
        answers={{
          notificationPreferences: () => ok({ ...quiet, sound: true }),
          preferences: () => ok({ ...preferences, signature: 'Lena Kim, Cedar Ridge' }),
        }}
      >
        <Preferences />
      </SettingsScene>
    ),
  },
  'preferences-loading': {
    title: 'Preferences: loading',
    show: () => (
      <SettingsScene answers={{ preferences: never, notificationPreferences: never }}>
        <Preferences />
      </SettingsScene>
    ),
  },
  'preferences-failed': {
    title: 'Preferences: not loaded',
    show: () => (
      <SettingsScene answers={{ preferences: () => refuse(), notificationPreferences: () => refuse() }}>
        <Preferences />
      </SettingsScene>
    ),
  },
  'profile-long': {
    title: 'Profile: a name of 300 characters',
    show: () => (
      <SettingsScene answers={{ account: () => ok({ ...known, name: LONG_NAME }) }} then={save('[aria-invalid]')}>
        <Profile />
      </SettingsScene>
    ),
  },
  'profile-saving': {
    title: 'Profile: being saved',
    show: () => (
      <SettingsScene answers={{ ...loaded, updateProfile: never }} then={save('[type=submit][aria-busy]')}>
        <Profile />
      </SettingsScene>
    ),
  },
  'profile-not-saved': {
    title: 'Profile: not saved',
    show: () => (
      <SettingsScene answers={{ ...loaded, updateProfile: () => refuse() }} then={save('main [role=alert]')}>
        <Profile />
      </SettingsScene>
    ),
  },
  sessions: {
    title: 'Sessions',
    show: () => (
      <SettingsScene answers={loaded}>
        <Sessions />
      </SettingsScene>
    ),
  },
  'sessions-offline': {
    title: 'Sessions: offline',
    show: () => (
      <SettingsScene offline answers={loaded}>
        <Sessions />
      </SettingsScene>
    ),
  },
  'session-not-ended': {
    title: 'Sessions: one that could not be ended',
    show: () => (
      <SettingsScene answers={{ ...loaded, revokeSession: () => refuse() }} then={end('main [role=alert]')}>
        <Sessions />
      </SettingsScene>
    ),
  },
  everywhere: {
    title: 'Sessions: sign out everywhere?',
    show: () => (
      <SettingsScene answers={loaded} then={leave}>
        <Sessions />
      </SettingsScene>
    ),
  },
})
