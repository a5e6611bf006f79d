import { FileText } from 'lucide-react'
import { useTemplates } from '../../../parts/campaigns/use-templates.ts'
import { buttonLook } from '../../../ui/button-look.rules.ts'
import { Menu } from '../../../ui/menu.tsx'
import { notifyUndo } from '../../../ui/notify.tsx'
import type { Draft } from './draft.rules.ts'

interface TemplateMenuProps {
  organizationId: string
  /** The words that stand there. */
  written: Pick<Draft, 'type' | 'subject' | 'content'>
  onTake: (words: Partial<Draft>) => void
}

/** Puts the words of a template in place of those that stand there. */
export function TemplateMenu({ organizationId, written, onTake }: TemplateMenuProps) {
  const { type, subject: subjectBefore, content: contentBefore } = written
  const { data = [] } = useTemplates(organizationId)
  const fitting = data.filter((template) => template.type === type && template.content.trim() !== '')
  if (fitting.length === 0) return null
  return (
    <Menu
      label="Start from a template"
      align="end"
      content={
        <>
          <FileText aria-hidden size={14} className="shrink-0" />
          <span className="max-md:sr-only">Start from a template</span>
        </>
      }
      className={buttonLook('ghost', 'sm')}
      entries={fitting.map(({ name, content, subject }) => ({
        label: name,
        detail: content.slice(0, 60),
        onSelect: () => {
          onTake({ content, subject: subject ?? '' })
          if (contentBefore.trim() === '' && subjectBefore.trim() === '') return
          notifyUndo(`The words are those of “${name}”`, () =>
            onTake({ content: contentBefore, subject: subjectBefore }),
          )
        },
      }))}
    />
  )
}
