import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from './button.tsx'
import { notifyError } from './notify.tsx'

interface CopyButtonProps {
  /** "Copy the key" */
  children: string
  text: string
  className?: string
}

export function CopyButton({ children, text, className }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false)
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setIsCopied(true)
    } catch {
      notifyError('This browser blocks copying. Select the text and copy it yourself.')
    }
  }
  return (
    <Button
      size="sm"
      icon={isCopied ? Check : Copy}
      onClick={() => void copy()}
      {...(className === undefined ? {} : { className })}
    >
      {isCopied ? 'Copied' : children}
    </Button>
  )
}
