import { CallError } from '../../src/api/call-error.ts'
import { Component as Members } from '../../src/features/settings/members/members-page.tsx'
import { type Answers, never, ok, refuse } from '../canned-api.ts'
import { members as all, invitations } from '../fixtures/accounts.ts'
import { ana } from '../fixtures/people.ts'
import { part } from '../gallery-entry.ts'
import { SettingsScene } from '../scenes/settings-scene.tsx'
import type { Hand } from '../use-hand.ts'

interface PageProps {
  answers?: Answers
  offline?: boolean
  then?: (hand: Hand) => Promise<void>
}

function Page({ answers = {}, ...rest }: PageProps) {
  const loaded = { members: () => ok(all), invitations: () => ok(invitations) }
  return (
    <SettingsScene answers={{ ...loaded, ...answers }} {...rest}>
      <Members />
    </SettingsScene>
  )
}

const invite =
  (email: string, until: string) =>
  async ({ find, type, press }: Hand) => {
    await find('[aria-label=Members] tr')
    await type('main form [type=email]', email)
    await press('main form [type=submit]')
    await find(until)
  }

const remove =
  (until = '[role=alertdialog]', who = 'Dana Whitfield') =>
  async ({ press, find }: Hand) => {
    await press(`[aria-label="Remove ${who}"]`)
    await find('[role=alertdialog]')
    if (until === '[role=alertdialog]') return
    await press('[role=alertdialog] button:last-of-type')
    await find(until)
  }

const promote =
  (who = 'Dana') =>
  async ({ press, find }: Hand) => {
    await press(`[aria-label^="Role of ${who}"]`)
    const options = await find('[role=listbox] [role=option]:last-child')
    options.click()
    await find('[role=alertdialog]')
  }

function conflict(): never {
  throw new CallError('Failed to send the invitation', 409, {
    reason: 'conflict',
    message: 'Somebody with this e-mail is a member already.',
  })
}

export const members = part('Members', {
  page: { title: 'Members and invitations', show: () => <Page /> },
  alone: {
    title: 'One member, nobody invited',
    show: () => <Page answers={{ members: () => ok(all.slice(0, 1)), invitations: () => ok([]) }} />,
  },
  offline: { title: 'Offline', show: () => <Page offline /> },
  'invite-missing': { title: 'Invite: no e-mail', show: () => <Page then={invite('nobody', '[aria-invalid]')} /> },
  inviting: {
    title: 'Invite: being sent',
    show: () => <Page answers={{ invite: never }} then={invite('new@demo.test', 'form [aria-busy]')} />,
  },
  'invite-refused': {
    title: 'Invite: a member already',
    show: () => <Page answers={{ invite: conflict }} then={invite('dana@demo.test', 'main form [role=alert]')} />,
  },
  role: { title: 'Another role?', show: () => <Page then={promote()} /> },
  'role-governed': { title: 'Another role than a group gives?', show: () => <Page then={promote('Lena')} /> },
  remove: { title: 'Remove?', show: () => <Page then={remove()} /> },
  'remove-governed': {
    title: 'Remove whom a group brings back?',
    show: () => <Page then={remove(undefined, 'Lena Kim')} />,
  },
  'remove-admin': { title: 'Remove an admin?', show: () => <Page then={remove(undefined, ana.name)} /> },
  'last-admin': {
    title: 'Remove: the last admin',
    show: () => (
      <Page
        answers={{ removeMember: () => refuse(409, 'last_admin') }}
        then={remove('[role=alertdialog] [role=alert]')}
      />
    ),
  },
})
