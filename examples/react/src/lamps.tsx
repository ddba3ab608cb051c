import { useExperiment, useFlag, useTrack } from '@lamppost/react';
import { useState } from 'react';

const lamps = [
  { id: 'desk', name: 'Desk lamp', euros: 49 },
  { id: 'floor', name: 'Floor lamp', euros: 129 },
];

export function Lamps() {
  const hasFreeShipping = useFlag('free_shipping', false);
  const percent = Number(useExperiment('offer')?.payload.percent ?? 0);
  const track = useTrack();
  const [ordered, setOrdered] = useState<string>();
  const order = (lamp: string) => {
    track('order placed', { lamp });
    setOrdered(lamp);
  };
  return (
    <main>
      <h1>Lamps{percent > 0 && `, ${percent} % off`}</h1>
      <p>{hasFreeShipping ? 'Free shipping' : 'Shipping: 5 €'}</p>
      <ul>
        {lamps.map(({ id, name, euros }) => (
          <li key={id}>
            {name}, {(euros * (100 - percent)) / 100} €{' '}
            <button type="button" onClick={() => order(id)}>
              Order
            </button>
          </li>
        ))}
      </ul>
      <output>{ordered && `Ordered: ${ordered}`}</output>
    </main>
  );
}
