/** Hears in which language a patient writes, by common words, so that a chatbot answers in it. */
import { fold } from '../fold.rules.ts'
import type { Flow } from './flow.ts'
import type { BotLanguage } from './limits.rules.ts'
import { languagesOf } from './said.rules.ts'

/** A longer text tells its language in its beginning. */
const READ_MAX = 500

/** Words of one language alone, without accents. */
const TELLING: Readonly<Record<BotLanguage, ReadonlySet<string>>> = {
  en: words(`hello hi hey the is are am was i im you your my need want have has do does can could please thanks thank yes
    when where what how why who which and with for about this that there not would like appointment prescription refill
    open closed hours doctor's tomorrow today yesterday english speak talk question bill billing sorry`),
  es: words(`hola buenos buenas gracias quiero quisiera queria necesito necesita tengo tiene puedo puede pueden cita citas
    receta recetas medicina medicamento medicamentos pastillas favor como cuando donde cual quien porque estoy esta estan
    soy hoy manana ayer dolor ayuda espanol hablo habla hablan clinica horario abierto abierta abren cierran renovar reservar
    cambiar cancelar pregunta factura cuenta una uno pero para muy tambien usted ustedes llamo nombre nacimiento claro dias
    tardes noches gustaria hacer saber seguro hija hijo mama papa`),
}
/** Words that names have too: they decide between the languages and tell neither by themselves. */
const LEANING: Readonly<Record<BotLanguage, ReadonlySet<string>>> = {
  en: words('a an of to in on at it me we'),
  es: words('el la los las del de un mi mis es en con por que se si y su lo'),
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/))
}

/** Null if no word tells, such as in a number or a name. */
export function languageIn(text: string): BotLanguage | null {
  const said = fold(text.slice(0, READ_MAX)).split(/[^\p{L}']+/u)
  const count = (known: ReadonlySet<string>) => said.filter((word) => known.has(word)).length
  const [en, es] = [count(TELLING.en), count(TELLING.es)]
  const lead = 2 * (en - es) + count(LEANING.en) - count(LEANING.es)
  if (lead > 0 && en > 0) return 'en'
  return lead < 0 && es > 0 ? 'es' : null
}

/** The language of a talk after a text: that of the text where the flow has it, else the one before. */
export function languageAfter(flow: Pick<Flow, 'settings'>, text: string, before: BotLanguage | null): BotLanguage {
  const languages = languagesOf(flow)
  const heard = languageIn(text)
  if (heard !== null && languages.includes(heard)) return heard
  return before !== null && languages.includes(before) ? before : (languages[0] ?? 'en')
}
