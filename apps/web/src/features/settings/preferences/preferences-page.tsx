import { useSnapshot } from 'valtio'
import { useAfterClosing } from '../../../lib/after-closing.ts'
import { chooseDensity, useDensity } from '../../../lib/density.ts'
import { useTheme } from '../../../lib/theme.ts'
import { useCharacterKeys, useKeyboard } from '../../../parts/keyboard.tsx'
import { PageSheet, Section } from '../../../parts/page-sheet.tsx'
import { QueryState } from '../../../parts/query-state.tsx'
import { useActiveOrganization, useApp, useServices } from '../../../parts/services.tsx'
import { usePreferences } from '../../../parts/use-preferences.ts'
import { Button } from '../../../ui/button.tsx'
import { TickBox } from '../../../ui/tick-box.tsx'
import { ChoiceGroup } from './choice-group.tsx'
import { SignatureForm } from './signature-form.tsx'
import { SoundSection } from './sound-section.tsx'

export function Component() {
  const organization = useActiveOrganization()
  const { user } = useSnapshot(useApp().mainContext)
  return (
    organization &&
    user && <PreferencesPage key={organization._id} organizationId={organization._id} userId={user._id} />
  )
}

/** How the user wants to work. A choice holds at once, and follows them to another machine. */
function PreferencesPage({ organizationId, userId }: { organizationId: string; userId: string }) {
  const theme = useTheme(useServices().theme)
  const density = useDensity()
  const [characters, setCharacters] = useCharacterKeys()
  const [afterClosing, chooseAfterClosing] = useAfterClosing(userId)
  const { commands } = useKeyboard()
  const { own, save, ...state } = usePreferences(organizationId)
  return (
    <PageSheet title="Preferences" lead="How you want to work here. They follow you to every machine you sign in on.">
      <Section title="Theme">
        <ChoiceGroup legend="Theme" value={theme.choice} choices={THEMES} onChoose={theme.choose} />
      </Section>
      <Section title="Density" detail="How high the rows of lists are. On a phone they stay high enough to touch.">
        <ChoiceGroup legend="Density" value={density} choices={DENSITIES} onChoose={chooseDensity} />
      </Section>
      <Section
        title="Shortcuts"
        detail="Turn single keys off if you use speech input, or press letters by accident. Keys with Ctrl or ⌘ and the arrows stay."
        action={<Button onClick={() => commands.run('help')}>Show all keys</Button>}
      >
        <TickBox label="Single-key shortcuts" checked={characters} onChange={setCharacters} />
      </Section>
      <Section title="After closing" detail="What opens after you close a conversation.">
        <ChoiceGroup
          legend="After closing"
          value={afterClosing}
          choices={AFTER_CLOSING}
          onChoose={chooseAfterClosing}
        />
      </Section>
      <Section title="Signature" detail="Added below every text you write to a patient, not to notes or chats.">
        <QueryState query={{ data: own, ...state }} what="Your signature" rows={1}>
          {(kept) => <SignatureForm kept={kept} onSave={save} />}
        </QueryState>
      </Section>
      <SoundSection organizationId={organizationId} />
    </PageSheet>
  )
}

const THEMES = [
  { value: 'system', label: 'As this device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

const DENSITIES = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
] as const

const AFTER_CLOSING = [
  { value: 'next', label: 'The next conversation' },
  { value: 'previous', label: 'The previous conversation' },
  { value: 'list', label: 'The list' },
] as const
