import { useState } from 'react';

interface Voucher {
  readonly euros: number;
}

/** There are no vouchers yet, and somebody forgot that. */
const vouchers: Readonly<Record<string, Voucher>> = {};

export function Basket() {
  const [code, setCode] = useState<string>();
  return (
    <main>
      <h1>Basket</h1>
      <p>Nothing in it yet.</p>
      <button type="button" onClick={() => setCode('SPRING')}>
        Use a voucher
      </button>
      {code !== undefined && <p>Minus {(vouchers[code] as Voucher).euros} €</p>}
    </main>
  );
}
