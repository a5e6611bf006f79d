import { AtSign, Smartphone } from 'lucide-react'
import { ChoiceRow } from '../../../parts/campaigns/choice-row.tsx'
import type { Gap } from '../../../parts/campaigns/message/gap-notes.tsx'
import { MessagePart } from '../../../parts/campaigns/message/message-part.tsx'
import type { Words } from '../../../parts/campaigns/message/use-words.ts'
import type { Draft } from './draft.rules.ts'
import { EditorSection, type Fold } from './editor-section.tsx'
import { TemplateMenu } from './template-menu.tsx'

interface MessageSectionProps {
  organizationId: string
  draft: Draft
  words: Words
  gaps: readonly Gap[]
  isTried: boolean
  /** The campaign is paused: type and purpose stay. */
  onlyWords: boolean
  fold: Fold | undefined
  onChange: (values: Partial<Draft>) => void
}

/** The words of the campaign, how they are sent, and what for. */
export function MessageSection({
  organizationId,
  draft,
  words,
  gaps,
  isTried,
  onlyWords,
  fold,
  onChange,
}: MessageSectionProps) {
  const { type, purpose } = draft
  const choose = (
    <ChoiceRow
      label="Type"
      stacked
      value={type}
      disabled={onlyWords}
      choices={[
        { value: 'SMS', label: 'Text', icon: Smartphone },
        { value: 'email', label: 'Email', icon: AtSign },
      ]}
      onChange={(next) => onChange({ type: next })}
    />
  )
  return (
    <EditorSection title="Message" detail="What they read" aside={choose} fold={fold}>
      <MessagePart
        message={draft}
        onChange={onChange}
        problems={words.problems}
        values={words.values}
        shortLink={words.shortLink}
        {...{ gaps, isTried }}
        end={<TemplateMenu organizationId={organizationId} written={draft} onTake={onChange} />}
      />
      <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
        <ChoiceRow
          label="Purpose"
          value={purpose}
          disabled={onlyWords}
          choices={[
            { value: 'care', label: 'Care' },
            { value: 'promotion', label: 'Promotion' },
          ]}
          onChange={(next) => onChange({ purpose: next })}
        />
        <p className="min-w-0 flex-1 basis-60 text-muted">
          {purpose === 'care'
            ? 'About the patients’ care: visits, shots, results.'
            : 'Only patients whose written consent to promotion is on record get it.'}
        </p>
      </div>
    </EditorSection>
  )
}
