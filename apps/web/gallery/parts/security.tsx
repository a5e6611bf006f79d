import { useState } from 'react'
import type { StateValueFrom } from 'xstate'
import { CallError } from '../../src/api/call-error.ts'
import { SetUpPanel } from '../../src/features/settings/security/second-factor-drawers.tsx'
import { Component as Security } from '../../src/features/settings/security/security-page.tsx'
import { type Answers, ok, refuse } from '../canned-api.ts'
import { factorMachine } from '../canned-machines.ts'
import { account, codes, secret, secured } from '../fixtures/accounts.ts'
import { ana } from '../fixtures/people.ts'
import { part } from '../gallery-entry.ts'
import { SettingsScene } from '../scenes/settings-scene.tsx'
import { Stage } from '../stage.tsx'
import { still } from '../still.ts'
import { type Hand, useHand } from '../use-hand.ts'

interface PageProps {
  of?: typeof account
  answers?: Answers
  offline?: boolean
  then?: (hand: Hand) => Promise<void>
}

function Page({ of = account, answers = {}, ...rest }: PageProps) {
  return (
    <SettingsScene answers={{ account: () => ok(of), ...answers }} {...rest}>
      <Security />
    </SettingsScene>
  )
}

interface StepProps {
  value: StateValueFrom<typeof factorMachine>
  error?: unknown
  then?: (hand: Hand) => Promise<void>
}

function Step({ value, error = null, then }: StepProps) {
  const [actor] = useState(() =>
    still(factorMachine, undefined, value, () => ({
      error,
      secret: value === 'showing' || value === 'confirming' ? secret : null,
      recoveryCodes: value === 'codes' ? codes : [],
    })),
  )
  useHand(async (hand) => {
    await hand.find('[role=dialog]')
    if (value === 'showing' || value === 'confirming') await hand.find('[role=dialog] svg[role=img]')
    await then?.(hand)
  })
  return (
    <Stage user={ana}>
      <SetUpPanel actor={actor} email={ana.email} onClose={() => undefined} />
    </Stage>
  )
}

const refusal = (status: number, reason: string, message: string) =>
  new CallError('Failed', status, { reason, message, requestId: '7F2A-0911' })

const OFF = 'This is a code of another time: your phone’s clock is about 4 minutes behind. Set it to automatic time.'

/** Fills in the password and submits the form. */
const change =
  (words: string, until: string) =>
  async ({ type, press, find }: Hand) => {
    await type('main form [autocomplete=current-password]', words)
    await type('main form [autocomplete=new-password]', words)
    await press('main form [type=submit]')
    await find(until)
  }

const open =
  (button: string, until = '[role=dialog] form') =>
  async ({ find }: Hand) => {
    await find('main section button')
    const found = [...document.querySelectorAll<HTMLElement>('main button')].find((one) => one.textContent === button)
    found?.click()
    await find(until)
  }

const renewed = async (hand: Hand) => {
  await open('New recovery codes')(hand)
  await hand.type('[role=dialog] [autocomplete=current-password]', 'a password')
  await hand.type('[role=dialog] [autocomplete=one-time-code]', '123456')
  await hand.press('[role=dialog] [type=submit]')
}

export const security = part('Security', {
  page: { title: 'No second factor', show: () => <Page /> },
  secured: { title: 'A second factor', show: () => <Page of={secured} /> },
  'few-codes': {
    title: 'No recovery codes left',
    show: () => <Page of={{ ...secured, secondFactor: { ...secured.secondFactor, recoveryCodesLeft: 0 } }} />,
  },
  provider: {
    title: 'By an identity provider alone',
    show: () => <Page of={{ ...account, hasPassword: false, identityProvider: 'Cedar Ridge Sign-on' }} />,
  },
  offline: { title: 'Offline', show: () => <Page offline of={secured} /> },
  'password-missing': {
    title: 'Password: too short',
    show: () => <Page then={change('short', '[aria-invalid]')} />,
  },
  'password-wrong': {
    title: 'Password: the current one is wrong',
    show: () => (
      <Page
        answers={{ changePassword: () => refuse(422, 'wrong_password') }}
        then={change('a long password', '[aria-invalid]')}
      />
    ),
  },
  'password-limited': {
    title: 'Password: too many tries',
    show: () => (
      <Page
        answers={{
          changePassword: () => {
            throw new CallError('Failed', 429, { reason: 'rate_limited' }, '600')
          },
        }}
        then={change('a long password', 'main form [role=alert]')}
      />
    ),
  },
  'set-up': { title: 'Set up: the password', show: () => <Step value="asking" /> },
  'set-up-wrong': {
    title: 'Set up: a wrong password',
    show: () => <Step value="asking" error={refusal(422, 'wrong_password', 'The password is wrong.')} />,
  },
  beginning: { title: 'Set up: asking for a key', show: () => <Step value="beginning" /> },
  key: { title: 'Set up: the key', show: () => <Step value="showing" /> },
  'key-wrong': {
    title: 'Set up: a code of a clock that is off',
    show: () => <Step value="showing" error={refusal(422, 'wrong_code', OFF)} />,
  },
  'key-failed': {
    title: 'Set up: no answer',
    show: () => <Step value="showing" error={new TypeError('Failed to fetch')} />,
  },
  confirming: { title: 'Set up: being confirmed', show: () => <Step value="confirming" /> },
  codes: { title: 'Set up: the recovery codes', show: () => <Step value="codes" /> },
  'codes-held': {
    title: 'Set up: closing over codes that nobody kept',
    show: () => (
      <Step
        value="codes"
        then={async ({ press, find }) => {
          await press('[role=dialog] header button')
          await find('[role=dialog] [role=alert]')
        }}
      />
    ),
  },
  renew: { title: 'New recovery codes', show: () => <Page of={secured} then={open('New recovery codes')} /> },
  'renew-wrong': {
    title: 'New recovery codes: a wrong code',
    show: () => (
      <Page
        of={secured}
        answers={{ renewRecoveryCodes: () => refuse(422, 'wrong_code') }}
        then={async (hand) => {
          await renewed(hand)
          await hand.find('[role=dialog] [aria-invalid]')
        }}
      />
    ),
  },
  renewed: {
    title: 'New recovery codes: made',
    show: () => (
      <Page
        of={secured}
        answers={{ renewRecoveryCodes: () => ok({ recoveryCodes: codes }) }}
        then={async (hand) => {
          await renewed(hand)
          await hand.find('[aria-label="Recovery codes"]')
        }}
      />
    ),
  },
  end: { title: 'Turn it off', show: () => <Page of={secured} then={open('Turn off')} /> },
})
