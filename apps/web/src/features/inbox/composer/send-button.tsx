import { MESSAGE_MAX } from '@foyer/contracts/defaults.ts'
import { SendHorizontal } from 'lucide-react'
import { memo } from 'react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { SplitButton } from '../../../ui/split-button.tsx'
import type { SendLater } from './use-send-later.ts'

interface SendButtonProps {
  note: boolean
  tooLong: boolean
  /** Null when the message can't be scheduled. */
  later: SendLater['entries'] | null
  /** There is room for an icon only. */
  compact?: boolean
  onPress: () => void
}

export const SendButton = memo(function SendButton(props: SendButtonProps) {
  const { note, tooLong, later, compact = false, onPress } = props
  const kind = note ? 'note' : 'primary'
  const label = note ? 'Save note' : 'Send'
  const reason = `At most ${MESSAGE_MAX.toLocaleString('en-US')} characters. Make it shorter first.`
  if (compact) {
    const name = tooLong ? reason : label
    return <IconButton icon={SendHorizontal} label={name} kind={kind} size="touch" side="above" onClick={onPress} />
  }
  const look = { kind, size: 'sm', ...(note ? {} : { icon: SendHorizontal }) } as const
  if (later !== null && !tooLong)
    return <SplitButton label={label} {...look} onPress={onPress} menuLabel="Send later" entries={later} />
  return (
    <Button {...look} onClick={onPress} disabledReason={tooLong ? reason : undefined}>
      {label}
    </Button>
  )
})
