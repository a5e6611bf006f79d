import { CallError } from '../../src/api/call-error.ts'
import { Component as Hours } from '../../src/features/settings/hours/hours-page.tsx'
import { type Answers, never, ok, refuse } from '../canned-api.ts'
import { MARKUP } from '../fixtures/accounts.ts'
import { settings } from '../fixtures/hours.ts'
import { part } from '../gallery-entry.ts'
import { SettingsScene } from '../scenes/settings-scene.tsx'
import type { Hand } from '../use-hand.ts'

interface PageProps {
  answers?: Answers
  agent?: boolean
  offline?: boolean
  then?: (hand: Hand) => Promise<void>
}

function Page({ answers = {}, ...rest }: PageProps) {
  return (
    <SettingsScene answers={{ inboxSettings: () => ok(settings), ...answers }} {...rest}>
      <Hours />
    </SettingsScene>
  )
}

const save =
  (until: string, times: Record<string, string> = {}) =>
  async ({ find, type, press }: Hand) => {
    await find('main form')
    for (const [name, time] of Object.entries(times)) await type(`[name="${name}"]`, time)
    await press('main form [type=submit]')
    await find(until)
  }

/** Another user closed the clinic on Mondays meanwhile. */
const overtaken: Answers = {
  saveInboxSettings: () => {
    const week = { ...settings.businessHours.week, monday: [] }
    const businessHours = { ...settings.businessHours, week }
    const data = { ...settings, version: 4, businessHours, helpMessage: `Ask at the desk. ${MARKUP}` }
    throw new CallError('Failed to save settings', 409, { reason: 'stale', data })
  },
}

export const hours = part('Hours and replies', {
  page: { title: 'An admin changes them', show: () => <Page /> },
  read: { title: 'Others read them', show: () => <Page agent /> },
  wrong: {
    title: 'What can’t be',
    show: () => (
      <Page
        then={save('[aria-invalid]', {
          'week.monday.1.from': '11:30',
          'week.tuesday.0.to': '7',
          'quietHours.from': '',
        })}
      />
    ),
  },
  wording: {
    title: 'Replies that would opt patients out or are heard otherwise',
    show: () => (
      <Page
        then={save('[aria-invalid]', {
          'afterHours.message': 'We are closed. Text STOP to cancel your visit.',
          helpMessage: 'Reply C for a call back.',
        })}
      />
    ),
  },
  saving: {
    title: 'Being saved',
    show: () => <Page answers={{ saveInboxSettings: never }} then={save('[type=submit][aria-busy]')} />,
  },
  'not-saved': {
    title: 'Not saved',
    show: () => <Page answers={{ saveInboxSettings: () => refuse() }} then={save('main [role=alert]')} />,
  },
  overtaken: {
    title: 'Somebody else saved meanwhile',
    show: () => <Page answers={overtaken} then={save('main [role=alert]')} />,
  },
  offline: { title: 'Offline', show: () => <Page offline /> },
})
