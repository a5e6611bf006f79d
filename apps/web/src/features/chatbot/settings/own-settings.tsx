import { ActionSettings } from './action-settings.tsx'
import { ConditionSettings } from './condition-settings.tsx'
import { EndSettings, HandoffSettings, MessageSettings, StartSettings, WaitSettings } from './plain-settings.tsx'
import { QuestionSettings } from './question-settings.tsx'
import type { BlockProps } from './settings.rules.ts'
import { SpanishWords } from './spanish-words.tsx'

/** The fields that blocks of its kind have, and its words in Spanish. */
export function OwnSettings(props: BlockProps) {
  const { flow, node, send } = props
  return (
    <>
      <KindSettings {...props} />
      <SpanishWords {...{ flow, node, send }} />
    </>
  )
}

function KindSettings(props: BlockProps) {
  const { node } = props
  switch (node.kind) {
    case 'start':
      return <StartSettings {...props} node={node} />
    case 'message':
      return <MessageSettings {...props} node={node} />
    case 'question':
      return <QuestionSettings {...props} node={node} />
    case 'condition':
      return <ConditionSettings {...props} node={node} />
    case 'action':
      return <ActionSettings {...props} node={node} />
    case 'wait':
      return <WaitSettings {...props} node={node} />
    case 'handoff':
      return <HandoffSettings {...props} node={node} />
    case 'end':
      return <EndSettings {...props} node={node} />
  }
}
