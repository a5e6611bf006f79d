import { FLOW_BYTES_MAX } from '@foyer/contracts/chatbot/limits.rules.ts'
import { FileUp, Plus } from 'lucide-react'
import { type ChangeEvent, useRef } from 'react'
import { buttonLook } from '../../../ui/button-look.rules.ts'
import { Menu } from '../../../ui/menu.tsx'
import { notifyError } from '../../../ui/notify.tsx'
import { type NewFlow, readExported } from '../exported.rules.ts'
import { emptyTemplate, flowTemplates } from '../templates/flow-templates.rules.ts'

interface NewChatbotProps {
  /** Why none can be made now. */
  disabledReason: string | undefined
  onAdd: (flow: NewFlow) => void
}

/** A new chatbot: empty, of a template, or of an exported file. */
export function NewChatbot({ disabledReason, onAdd }: NewChatbotProps) {
  const file = useRef<HTMLInputElement>(null)
  async function read({ target }: ChangeEvent<HTMLInputElement>) {
    const [chosen] = target.files ?? []
    const flow = chosen && chosen.size <= 2 * FLOW_BYTES_MAX ? readExported(await chosen.text()) : null
    target.value = ''
    if (flow === null) notifyError('This file is no exported chatbot.')
    else onAdd(flow)
  }
  return (
    <>
      <input
        ref={file}
        type="file"
        accept="application/json,.json"
        aria-label="Exported chatbot"
        className="hidden"
        onChange={(event) => void read(event)}
      />
      <Menu
        label="New chatbot"
        align="end"
        className={buttonLook('primary', 'md')}
        content={
          <>
            <Plus aria-hidden size={16} />
            New chatbot
          </>
        }
        entries={[
          ...[emptyTemplate, ...flowTemplates].map(({ name, does, flow }) => ({
            ...{ label: name, detail: does, disabledReason, onSelect: () => onAdd(flow) },
          })),
          {
            ...{ label: 'From an exported file', icon: FileUp, separated: true, disabledReason },
            onSelect: () => file.current?.click(),
          },
        ]}
      />
    </>
  )
}
