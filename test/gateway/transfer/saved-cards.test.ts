import { describe, expect, test } from 'vitest';
import { plainTransfer, Sandbox, SOURCE } from '../sandbox.js';

const card = (number: string, changes: object = {}) => ({
  credit_card: { number, verification_value: '123', exp_month: '01', exp_year: '2030', ...changes },
});

describe('saved cards', () => {
  const oneclick = { additional_data: { contract: ['oneclick'] } };

  test('get tokens when the contract has oneclick, and only then', async () => {
    const sandbox = new Sandbox();
    const saved = await sandbox.transfer(oneclick);
    expect([saved.credit_card.token, saved.recipient_card.token]).toEqual([expect.any(String), expect.any(String)]);
    expect(saved.credit_card.token).not.toContain('.');
    expect(saved.additional_data).toEqual({ contract: ['oneclick'] });
    expect((await sandbox.transfer({ amount: 1 })).credit_card).not.toHaveProperty('token');
  });

  test('pay again with the verification value alone', async () => {
    const sandbox = new Sandbox();
    const saved = await sandbox.transfer({ ...oneclick, ...card(SOURCE, { holder: 'Ada' }) });
    const again = await sandbox.transfer({
      amount: 5,
      credit_card: { token: saved.credit_card.token, verification_value: '123' },
      recipient_card: { token: saved.recipient_card.token },
    });
    expect(again).toMatchObject({
      status: 'successful',
      credit_card: { stamp: saved.credit_card.stamp, holder: 'Ada', exp_month: 1, exp_year: 2030, last_4: '0000' },
      recipient_card: { stamp: saved.recipient_card.stamp },
    });
  });

  test('need the verification value', async () => {
    const sandbox = new Sandbox();
    const { credit_card } = await sandbox.transfer(oneclick);
    const { status, body } = await sandbox.post('/ctp/api/p2p', plainTransfer({ credit_card: { token: credit_card.token } }));
    expect([status, body.errors]).toEqual([422, { credit_card: { verification_value: ["can't be blank"] } }]);
  });

  test('are unknown to other shops', async () => {
    const sandbox = new Sandbox();
    const { recipient_card } = await sandbox.transfer(oneclick);
    const sealed = (await sandbox.sealing()).request(
      'transfer',
      plainTransfer({ recipient_card: { token: recipient_card.token } }),
    );
    const { status, body } = await sandbox.post('/ctp/api/p2p', sealed, 'sealed');
    expect([status, body.errors]).toEqual([422, { recipient_card: { token: ['is unknown'] } }]);
  });
});
