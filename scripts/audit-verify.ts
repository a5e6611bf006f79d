/**
 * Verifies the whole audit of DATABASE_URL, or of the embedded PostgreSQL of DATA_DIR while no process uses it, against its
 * seals. Prints a sentence for each break and exits with 1.
 *
 *     npm run audit:verify -- --anchor <a hash that was the newest once> --anchor <another>
 */
import { parseArgs } from 'node:util'
import { runOnStore } from '@foyer/api/commands/store-command.ts'
import { verifyAudit } from '@foyer/api/modules/audit/verify.ts'

await runOnStore(async (open) => {
  const { anchor = [] } = parseArgs({ options: { anchor: { type: 'string', multiple: true } } }).values
  const { chains, breaks } = await verifyAudit((await open()).connect(), anchor)
  for (const { organizationId, seals, end } of chains)
    console.log(
      `${organizationId || 'above organizations'}: ${end.position} rows in ${seals} seals, newest ${end.hash}`,
    )
  for (const what of breaks) console.error(what)
  if (breaks.length > 0) process.exitCode = 1
  else console.log('The audit is what was sealed.')
})
