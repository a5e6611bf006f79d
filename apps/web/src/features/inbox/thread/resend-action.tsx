import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { BubbleAction } from './bubble-action.tsx'

/**
 * Sends the same text again, which is a second message. It asks first, because the first one may still be
 * delivered.
 */
export function ResendAction({ onAgain }: { onAgain: () => void }) {
  const [asking, setAsking] = useState(false)
  if (!asking) return <BubbleAction icon={RotateCw} label="Try again" onPress={() => setAsking(true)} />
  return (
    <span role="alert" className="mt-1 inline-flex w-full flex-wrap items-center justify-end gap-1.5">
      Send the same text again?
      <Button size="sm" onClick={() => setAsking(false)} className="pointer-coarse:h-11">
        Don’t send
      </Button>
      <Button
        size="sm"
        kind="primary"
        onClick={() => {
          setAsking(false)
          onAgain()
        }}
        className="pointer-coarse:h-11"
      >
        Send again
      </Button>
    </span>
  )
}
