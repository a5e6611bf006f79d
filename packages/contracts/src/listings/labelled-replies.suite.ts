/** Replies as clinics write them, each labelled by hand: what must be blocked, and what must pass. The reviewer is Patrick D. */
const lines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

export const MUST_BLOCK = lines(`
  We are sorry about your visit on Tuesday.
  Thank you for your visit, Patrick.
  We are glad your appointment went well.
  Your surgery was a success and we are happy for you.
  We hope your recovery is going well.
  Sorry that you waited so long in the lobby.
  Sorry you had to wait.
  You were seen within ten minutes.
  You were treated by our best nurse.
  When you came in, the desk was short of staff.
  You checked in twenty minutes late.
  You had an appointment at noon and did not come.
  We saw you twice this month.
  We treated you with respect.
  We remember you well, Patrick.
  As our patient you can always call us.
  As a patient you deserve better.
  You are a valued patient.
  Thank you for being our patient for so long.
  Thank you for choosing us.
  Thank you so much for choosing Cedar Ridge!
  Thanks for trusting us with your care.
  Thank you for trusting us.
  We hope to see you again soon.
  We look forward to seeing you again.
  It was a pleasure caring for you.
  Thanks for coming back to see us.
  We are sorry about your stay.
  Your results were sent on time.
  Your doctor explained everything.
  Your prescription was ready on Monday.
  We looked at your chart and found nothing wrong.
  Your records show another story.
  Your treatment was explained twice.
  Your lab work was delayed by the lab.
  Please ask about your test results at the desk.
  Dear patient, thank you for the feedback.
  Our provider examined you with care.
  You visited us on a busy day.
  You received the best treatment there is.
  Your procedure took longer than planned.
  Your consultation was free.
  After you left, we talked with the team.
  You canceled three appointments.
  You missed your appointment.
  We have no record of you.
  We have no record of a visit under this name.
  There is no record of your visit.
  You are not a patient of ours.
  You have never been a patient here.
  You were never here.
  We cannot find you in our system.
  We can't find your name in our schedule.
  We could not find an appointment under your name.
  We were unable to find any record for you, so we cannot locate your chart.
  You have never visited our clinic.
  We never treated you.
  Nobody by that name was here.
  You are not in our records.
  You were not seen at this office.
  We are sorry that your diabetes is hard to manage.
  Your blood pressure medication was changed for a reason.
  We hope you feel better after your colonoscopy.
  Antibiotics would not have helped you.
  Her cancer was found early and she is doing fine.
  You asked for opioids and we said no.
  Your bill was correct.
  Your insurance did not cover it.
  Your copay is set by the insurer.
  You owe a balance.
  You were charged the normal fee.
  We sent your claim twice.
  Your balance is still open.
  Your son was very brave.
  We loved meeting your mother.
  Your daughter did great.
  Please tell your wife we are sorry.
  We know you called last week.
  We spoke to you yesterday.
  You wrote to us at 3:40 PM.
  We tried to reach you on November 12.
  We answered you two days ago.
  Please write to billing@gmail.com.
  Please call 555-867-5309 instead.
  Your number 204881733 is on file.
  See www.other-clinic.com for more.
  Come to 12 Oak Street for help.
  Born 03/14/1968, as we know.
  Karen at the desk will help.
  Dear Jennifer, thank you.
  Dr. Wilkinson is sorry.
  Thank you, Michael, for the kind words.
  Спасибо за ваш отзыв.
  感谢您的评价。
  Wir danken Ihnen herzlich dafür, dass Sie sich die Zeit genommen haben, uns diese freundliche Bewertung zu schreiben, und freuen uns darüber.
  Gracias por su visita.
  Gracias por elegirnos.
  Lamentamos que su cita empezara tarde.
  Su tratamiento fue el correcto.
  Usted nunca ha sido paciente.
  No tenemos registro de usted.
  Su factura es correcta.
  Su hijo fue muy valiente.
  Nos alegra que su cirugía saliera bien.
  Esperamos verle de nuevo pronto.
  We are sorry about y\u00adour vi\u200bsit.
  We’re sorry about your visit.
  We are glad the surgery helped you.
  Sorry the medication made you sick.
  We checked our schedule and you do not appear in it.
  Your name does not appear in our system.
  Our records do not show you.
  Our system doesn't list your name.
  Nuestro sistema no muestra su nombre.
  Hope the knee heals soon.
  We hope it is healing well.
  Glad the shoulder is better.
  Sorry that your ankle hurts.
  Esperamos que la rodilla sane pronto.
`)

export const MUST_PASS = lines(`
  Parking in the back is well lit.
  The entrance at the back is better for wheelchairs.
  Sorry our system did not show you the open times.
  Our schedule does not always show you the next opening.
  Thank you for telling us, Patrick. Waiting that long without an update is not the experience we want anyone to have. Please call Dana at (512) 555-0100 so we can make this right.
  Thank you for the kind words!
  Thank you, Patrick!
  Gracias por sus palabras.
  We are open until 6 PM on Fridays.
  Thank you for the feedback.
  Thank you for taking the time to write this.
  We appreciate the feedback and will share it with the team.
  We take comments like this seriously.
  Privacy rules keep us from saying more here.
  Please call us at (512) 555-0100 so that we can talk in private.
  Please call our office manager at (512) 555-0100.
  Kind words like these make our day. Thank you!
  The whole team was glad to read this.
  We are sorry to read this.
  This is not the experience we want anyone to have.
  We are always working to do better.
  Every comment helps us improve.
  Thank you for sharing your experience.
  We are grateful for your kind review.
  Your feedback helps us do better.
  We will share your comments with the team.
  Thanks for the five kind lines!
  Thank you for the tip about the parking lot.
  Parking is tight at noon; the lot behind the building is often free.
  We are adding more parking this spring.
  Our hours are 8:00 AM to 5:30 PM from Monday to Friday.
  The office is closed on Thanksgiving.
  We are open on Saturdays from 9 AM.
  Our phones are busiest on Monday mornings.
  We have added a second line to the phones.
  The desk now tells people as soon as the schedule slips.
  We have asked the desk to let people know about delays.
  We want every person to feel heard.
  Everyone deserves a friendly welcome.
  Respect and kindness matter to us.
  Dr. Amara Okafor and the team thank you.
  We passed this on to Dr. Okafor.
  Dana Whitfield leads the front desk and would like to hear from you.
  Please ask for Dana.
  Please visit https://cedar.example for our hours.
  Our address is 2200 Northgate Blvd, Suite 140, Austin.
  We would like to hear more. Please call us.
  Please call us so that we can learn more.
  We would like to make this right.
  Please give us a call at (512) 555-0100.
  We can't speak about details in public, but we want to listen.
  Federal privacy law does not let us answer in detail here.
  We protect the privacy of everyone, so we can not say more.
  We cannot confirm or deny anything here, but we would like to talk.
  Thank you. We hope you have a wonderful week ahead.
  We wish you all the best.
  It means a lot to us.
  Great to hear!
  What a lovely note to read.
  We are so happy to read this.
  This made us smile.
  The team at Cedar Ridge Northgate says thank you.
  Thank you from all of us at Northgate.
  Thank you for being patient.
  We ask for patience while the road is repaired.
  Our patient portal shows open times.
  Our patient care team answers the phones until 5:30 PM.
  New people are welcome at both locations.
  We answer messages within one working day.
  We are hiring more staff for the phones.
  The waiting room has new chairs now.
  We have fixed the heating in the lobby.
  The elevator works again.
  We have new signs at the entrance.
  Bus 3 stops in front of the building.
  Our team meets each morning to talk about comments like this one.
  Comments like this are read by the whole team.
  We will look into this.
  We are looking into it.
  We have talked about this with the team.
  We have changed how we answer the phone.
  We are sorry for the trouble.
  We apologize, and we want to do better.
  Our apologies for the delay.
  Long waits are frustrating, and we are working on them.
  Clear communication is important to us.
  We know how important good communication is.
  Your opinion matters to us.
  Your words mean a lot.
  Your kindness is noted by all of us.
  Thank you for recommending us to others.
  Thank you for the star rating.
  Thank you for the stars!
  We strive to be on time.
  Safety comes first here.
  The flu shot is available at both locations.
  We offer telehealth on weekdays.
  We accept most plans; the front desk has the list.
  Questions about billing are answered at (512) 555-0100.
  Please contact the office manager.
  We take privacy very seriously.
  Our system does not show who calls when the line is busy.
  On the other hand, we are glad to be back.
  Muchas gracias.
  Gracias por su comentario.
  Gracias por compartir su opinión.
  Lamentamos leer esto.
  Por favor llame al (512) 555-0100.
  Estamos abiertos hasta las 5:30 PM.
  Sus palabras nos alegran.
  Trabajamos para mejorar cada día.
`)
