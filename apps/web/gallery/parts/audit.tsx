import { Component as Audit } from '../../src/features/settings/audit/audit-page.tsx'
import { type Answers, ok, refuse } from '../canned-api.ts'
import { entries, members } from '../fixtures/accounts.ts'
import { part } from '../gallery-entry.ts'
import { SettingsScene } from '../scenes/settings-scene.tsx'
import type { Hand } from '../use-hand.ts'

interface PageProps {
  answers?: Answers
  then?: (hand: Hand) => Promise<void>
}

function Page({ answers = {}, ...rest }: PageProps) {
  const loaded = { members: () => ok(members), auditLog: () => ok(entries) }
  return (
    <SettingsScene answers={{ ...loaded, ...answers }} {...rest}>
      <Audit />
    </SettingsScene>
  )
}

const more = { ...ok(entries), cursor: 'older' }

const days =
  (from: string, to: string, until: string) =>
  async ({ type, find }: Hand) => {
    await type('main form [type=date]', from)
    // The page knows both changes only after it has processed the first.
    await find(`main form button`)
    const last = document.querySelectorAll<HTMLInputElement>('main form [type=date]')[1]
    if (last) {
      Reflect.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(last, to)
      last.dispatchEvent(new Event('input', { bubbles: true }))
    }
    await find(until)
  }

async function older({ press, find }: Hand) {
  await press('main [aria-label=Audit] + div button, main div:has(> [aria-label=Audit]) + div button')
  await find('main [role=alert]')
}

export const audit = part('Audit', {
  page: { title: 'Who did what', show: () => <Page /> },
  opened: {
    title: 'What a line stands for',
    show: () => <Page then={({ press }) => press('main [aria-label=Audit] tr:nth-of-type(2) button')} />,
  },
  more: { title: 'There is more', show: () => <Page answers={{ auditLog: () => more }} /> },
  'more-failed': {
    title: 'More did not load',
    show: () => (
      <Page answers={{ auditLog: ({ query }) => (query.cursor === undefined ? more : refuse()) }} then={older} />
    ),
  },
  empty: { title: 'Nothing yet', show: () => <Page answers={{ auditLog: () => ok([]) }} /> },
  'nothing-found': {
    title: 'Nothing in these days',
    show: () => (
      <Page
        answers={{ auditLog: ({ query }) => ok(query.from === undefined ? entries : []) }}
        then={days('2026-11-01', '2026-11-02', '[role=status] button')}
      />
    ),
  },
  'wrong-days': {
    title: 'Days the wrong way round',
    show: () => <Page then={days('2026-11-19', '2026-11-02', 'main form [role=alert]')} />,
  },
})
