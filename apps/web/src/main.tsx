import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { routes } from './app/routes.ts'
import { type PublicSettings, reportingConfig } from './reporting/config.ts'
import { startReporting } from './reporting/reporting.ts'
import { ReportingContext } from './reporting/reporting-context.tsx'
import './styles/app.css'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

// Asked so that a build without it has nothing of it.
const reporting = import.meta.env.VITE_ERROR_REPORTING_DSN ? startedReporting() : null
const router = createBrowserRouter(routes)
reporting?.follow(router)

createRoot(root).render(
  <StrictMode>
    <ReportingContext value={reporting}>
      <RouterProvider router={router} />
    </ReportingContext>
  </StrictMode>,
)

function startedReporting() {
  const config = reportingConfig(import.meta.env as PublicSettings)
  const randomHex = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes)).toHex()
  return config && startReporting(config, { window, now: () => new Date(), randomHex, chance: Math.random })
}
