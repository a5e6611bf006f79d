import { Download, Printer } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { recoveryText } from './security.rules.ts'

interface RecoveryCodesProps {
  codes: readonly string[]
  email: string
  /** The user tried to close the drawer before confirming that the codes are kept. */
  held: boolean
  onKept: () => void
}

/** Shows the recovery codes, only this once. They sign a user in who has lost their phone. */
export function RecoveryCodes({ codes, email, held, onKept }: RecoveryCodesProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const text = recoveryText(codes, email)
  return (
    <div className="space-y-4 p-4">
      <div>
        <h3 ref={heading} tabIndex={-1} className="text-md font-semibold tracking-tight outline-none">
          Save your recovery codes
        </h3>
        <p className="mt-1 text-sm text-muted">
          If you lose your phone, each code signs you in once. Keep them somewhere safe. They won’t be shown again.
        </p>
      </div>
      <div data-print className="rounded-md border border-line-strong bg-sunken p-3">
        <p className="hidden wrap-anywhere print:mb-4 print:block">{`Foyer recovery codes for ${email}`}</p>
        <ul
          aria-label="Recovery codes"
          className="num grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-x-4 gap-y-1.5 font-mono text-base"
        >
          {codes.map((code) => (
            <li key={code} className="wrap-anywhere">
              {code}
            </li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={codes.join('\n')}>Copy</CopyButton>
        <Button size="sm" icon={Download} onClick={() => download(text)}>
          Download
        </Button>
        <Button size="sm" icon={Printer} onClick={() => window.print()}>
          Print
        </Button>
      </div>
      {held && (
        <p role="alert" className="text-sm text-bad-text">
          These codes won’t be shown again. Save them before you continue.
        </p>
      )}
      <Button kind="primary" size="lg" onClick={onKept} className="w-full">
        I’ve saved them
      </Button>
    </div>
  )
}

function download(text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'foyer-recovery-codes.txt'
  link.click()
  // The browser reads the data later.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
