import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router'
import { createPageRouter } from './app/page-router.ts'
import { Pages } from './app/pages.tsx'
import { routes } from './app/routes.ts'
import { type PublicSettings, reportingConfig } from './reporting/config.ts'
import { startReporting } from './reporting/reporting.ts'
import { ReportingContext } from './reporting/reporting-context.tsx'
import './styles/app.css'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

// The condition on a build-time variable removes reporting from builds without it.
const reporting = import.meta.env.VITE_ERROR_REPORTING_DSN ? startedReporting() : null
const router = createPageRouter(routes, createBrowserHistory())
reporting?.follow(router)

// Browsers without Temporal (Safari) load a polyfill before the first screen, which shows times.
if ('Temporal' in globalThis) render(root)
else void import('temporal-polyfill/global').then(() => render(root))

function render(into: HTMLElement) {
  createRoot(into).render(
    <StrictMode>
      <ReportingContext value={reporting}>
        <Pages router={router} />
      </ReportingContext>
    </StrictMode>,
  )
}

function startedReporting() {
  const config = reportingConfig(import.meta.env as PublicSettings)
  const randomHex = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes)).toHex()
  return config && startReporting(config, { window, now: () => new Date(), randomHex, chance: Math.random })
}
