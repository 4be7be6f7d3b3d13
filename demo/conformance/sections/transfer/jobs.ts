import { checkResponse } from '../../../../src/wire/response/check.js';
import { jobAccepted, job } from '../../../../src/wire/response/job.js';
import { transferResponse } from '../../../../src/wire/response/transfer.js';
import { EXPIRY } from '../../requests/cards.js';
import { call, follow, send } from '../../requests/send.js';
import type { TestContext } from '../../requests/context.js';
import { checkOf, transferOf } from '../../requests/requests.js';
import { spec } from '../../answers/rule.js';
import { at, exactly, member, object, oneOf, someText } from '../../answers/table.js';
import { ROWS } from '../../answers/target.js';

/** Spec 2.4: the job, in each of its states. */
export async function lookAtJobs(context: TestContext): Promise<void> {
  const { judge, target } = context;
  for (const [row, fields, response] of [
    [ROWS.verifyAsync, checkOf(), checkResponse],
    [ROWS.p2pAsync, transferOf(), transferResponse],
  ] as const) {
    const posted = await send(context, row, fields);
    const judged = judge.of(posted);
    judged.table('2.4', posted.json, { status: exactly('new'), job_id: someText });
    judged.equal(spec('2.4'), `${row.name}: the POST answers status and job_id only`, Object.keys(posted.json ?? {}).sort(), [
      'job_id',
      'status',
    ]);
    judged.parsed(spec('2.4'), `${row.name}: src/wire accepts it`, jobAccepted);
    const ended = await follow(context, posted);
    judge.of(ended).table('2.4', ended.json, {
      status: exactly('done'),
      job_id: exactly(String(member(posted.json, 'job_id'))),
      response: object,
    });
    judge.of(ended).parsed(spec('2.4 done'), `${row.name}: src/wire accepts the job`, job);
    judge.of(ended).status(spec('4.1 rule 3'), `${row.name}: the job endpoint serves its job`, 200);
    const standard = `${row.name}: the job's response is the standard one`;
    judge.of(ended).parsed<unknown>(spec('4.1 rule 2'), standard, response, member(ended.json, 'response'));
    const again = await call(context, ROWS.job, undefined, { id: String(member(posted.json, 'job_id')) });
    judge.of(again).equal(spec('4.1 row 4'), 'a job that is done gives the same answer again', again.json, ended.json);
  }
  if (!target.addresses.console) {
    return judge.skip(
      spec('2.4 failed'),
      'a failed job has status error, errors, message and finished',
      'only the sandbox has a published card for it (--console-url)',
    );
  }
  const posted = await send(
    context,
    ROWS.p2pAsync,
    transferOf({ credit_card: { number: '4000400000000046', ...EXPIRY, verification_value: '987' } }),
  );
  const failed = await follow(context, posted);
  const judged = judge.of(failed);
  judged.table('2.4', failed.json, { status: exactly('failed'), job_id: someText, response: object });
  judged.table('2.4 response', member(failed.json, 'response'), {
    status: exactly('error'),
    message: someText,
    finished: oneOf(true, false),
  });
  const errors = at(failed.json, 'response.errors');
  judged.holds(
    spec('2.4 response.errors'),
    'errors is an array of strings',
    Array.isArray(errors) && errors.every((text) => typeof text === 'string'),
    'array of strings',
    errors,
  );
}
